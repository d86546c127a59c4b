"""What a text claims of the dynamics: its symbols, definitions and equations, evaluated exactly."""
