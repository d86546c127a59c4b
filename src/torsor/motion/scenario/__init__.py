"""A scenario's file, read strictly."""
