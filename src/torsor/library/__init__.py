"""Robots and papers as TOML files; no Python."""
