"""The proof that a program is the model."""
