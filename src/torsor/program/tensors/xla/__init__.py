"""JAX below its arrays: a primitive, and what XLA calls."""
