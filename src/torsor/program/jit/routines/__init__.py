"""Loops over plain numbers, written in a small part of Python and translated into machine code."""
