"""ECMA-262 regular expressions that cannot hang."""
