"""XML from strangers."""
