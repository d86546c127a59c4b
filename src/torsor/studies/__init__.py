"""Studies: many designs of a robot, sampled, measured along a motion, kept as a folder."""
