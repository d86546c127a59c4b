"""Proofs and independent oracles: the certificate of a robot's model."""
