"""From measured logs to the parameters of the robot that stands there."""
