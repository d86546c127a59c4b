"""What an identification gives: parameters, a robot, how well it predicts."""
