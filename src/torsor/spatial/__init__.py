"""Rigid bodies over any scalar: vectors, rotations, transforms, inertias, each fact stated once."""
