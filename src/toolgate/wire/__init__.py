"""Tools, calls and results in the forms that others speak."""
