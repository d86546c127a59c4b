"""Arrays of PyTorch, JAX, CuPy and CasADi: none is a dependency, each is met when it comes in."""
