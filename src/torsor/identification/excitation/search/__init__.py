"""The search for a motion: random ones, descent, multipliers."""
