"""Kinematic scheme, plots, animation."""
