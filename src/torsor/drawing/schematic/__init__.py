"""The kinematic scheme as papers draw it."""
