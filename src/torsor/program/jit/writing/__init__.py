"""Programs as LLVM assembly."""
