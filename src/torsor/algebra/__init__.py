"""Exact mathematics that knows nothing of robots.

``ring`` holds trigonometric polynomials in normal form, ``formula`` reads and holds text
expressions, ``angles`` gives exact sines and cosines, ``vectors`` works over any scalar.
"""
