"""What is measured of designs, block by block."""
