"""The exact core against independent truth: a plain recursion and Pinocchio."""
