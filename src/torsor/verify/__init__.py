"""Proofs and independent oracles: the certificate of a robot's model."""

from torsor.verify.certificate import Certificate, Check, verify

__all__ = ["Certificate", "Check", "verify"]
