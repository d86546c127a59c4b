"""Sheets: rows that a reader of a page sorts, filters and saves."""
