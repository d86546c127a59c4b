"""Torsor's own robot files, read and written."""
