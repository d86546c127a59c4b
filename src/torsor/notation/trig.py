"""How a notation prints sines and cosines."""

from __future__ import annotations

from dataclasses import dataclass

STYLES = ("prefix", "index", "call", "inline")


@dataclass(frozen=True)
class Trig:
    """``prefix``: c q₄; ``index``: c₄; ``call``: cos(q₄); ``inline``: c4."""

    style: str = "index"
    sin: str = "s"
    cos: str = "c"


SHORT = Trig()
CALLED = Trig("call", "sin", "cos")
