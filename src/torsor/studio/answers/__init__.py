"""Answers to the page's questions: from plain data to plain data, one file for each group."""
