"""Motions as functions of time."""
