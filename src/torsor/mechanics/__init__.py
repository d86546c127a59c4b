"""One derivation per file, each over any scalar, each to be read beside the textbook."""
