"""Vectors, rotations, placements and inertias over any scalar: each fact stated once."""
