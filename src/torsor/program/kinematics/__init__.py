"""Kinematics the other way round: coordinates at which a frame is where it should be."""
