"""What every language has in common."""
