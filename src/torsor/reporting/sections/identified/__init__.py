"""The parts of the section on an identification."""
