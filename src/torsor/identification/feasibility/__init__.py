"""Parameters that a robot can have: fitted under physics, rounded to decimals, proven possible."""
