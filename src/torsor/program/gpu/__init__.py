"""A robot's functions on a GPU: code for it, the driver, launches."""
