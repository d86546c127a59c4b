"""A report in each format."""
