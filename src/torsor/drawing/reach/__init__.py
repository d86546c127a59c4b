"""What a robot's tool can reach."""
