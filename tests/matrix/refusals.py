"""The cells that are refused, and why: a part of the sentence."""

from __future__ import annotations


def refusal(kind: str, verb: str, options: str) -> str:
    """A part of the sentence that a cell gives, or nothing where it must give an answer."""
    return ""
