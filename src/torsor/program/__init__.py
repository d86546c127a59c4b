"""Straight-line programs: graph, passes, machine code, languages."""
