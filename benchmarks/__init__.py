"""Torsor side by side with its peers, each measurement in a process of its own."""
