"""The studio: one page, and the two engines that answer it by the same protocol."""
