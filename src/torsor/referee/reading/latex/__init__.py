"""Printed LaTeX mathematics as a tree of marks with their places, whatever they mean."""
