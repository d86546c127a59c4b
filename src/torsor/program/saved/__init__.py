"""A robot's functions in a file: machine code for machines by name, opened without a compiler."""
