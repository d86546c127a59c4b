"""All designs of a study at a glance, in memory that does not grow with their number."""
