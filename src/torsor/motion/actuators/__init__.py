"""Drives for a cycle: what it asks of each, and which motors give it."""
