"""One call from text to result."""
