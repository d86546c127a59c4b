"""Proofs and independent oracles: the certificate of a robot's model."""

from torsor.verify.certificate import Certificate, verify
from torsor.verify.check import Check

__all__ = ["Certificate", "Check", "verify"]
