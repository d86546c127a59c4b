"""A motion as moving pictures."""
