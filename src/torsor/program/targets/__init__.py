"""One file for each language that programs are written in."""
