"""Finding a tool by what it does."""
