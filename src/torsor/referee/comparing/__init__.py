"""Printed terms against derived ones."""
