"""The GPU's share of its own copy bandwidth, beside its peers: ``make bench-gpu``.

``prepare`` writes all code and what the processor found, on a machine that has LLVM; ``run`` needs
the driver, NumPy and, for the peers, PyTorch and JAX.
"""
