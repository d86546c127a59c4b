"""Straight-line programs: nodes, passes over them, differentiation, evaluation."""
