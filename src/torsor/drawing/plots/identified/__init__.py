"""Plots of an identification: a file for each, and what they share."""
