"""Programs run over an exact ring instead of numbers, so that a function is proven equal."""

from __future__ import annotations

from torsor.referee.reading.code.running.arrays import Array, Lost
from torsor.referee.reading.code.running.run import Ran, Unrun, run_code, run_over

__all__ = ["Array", "Lost", "Ran", "Unrun", "run_code", "run_over"]
