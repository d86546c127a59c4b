"""Programs as machine code in this process: LLVM, cache, calls, batches, rollouts."""
