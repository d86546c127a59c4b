"""Who evaluates the parts of a study."""
