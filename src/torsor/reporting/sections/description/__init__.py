"""The parts of the section on the robot itself."""
