"""What a docstring says: prose, sections and their entries."""
