"""Python functions as tools: their types, signatures and docstrings."""
