"""What the model reads: violations and failures in words."""
