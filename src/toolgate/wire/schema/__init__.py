"""Schemas written anew for a target, and the way back for values."""
