"""Scenarios: motions and the forces along them, motion under forces, actuators."""
