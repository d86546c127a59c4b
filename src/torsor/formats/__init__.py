"""The ways in and out of a robot, one file for each format."""
