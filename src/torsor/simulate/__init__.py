"""Trajectories, integration, actuators."""
