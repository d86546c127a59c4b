"""A robot's functions as object files for other machines, without a compiler or a library."""
