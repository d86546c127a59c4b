"""Motions that show a robot's parameters, within what the robot may do."""
