"""Where tools come from, other than the host's own program."""
