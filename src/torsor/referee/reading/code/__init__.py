"""Code as text: the assignments of MATLAB, Python and C, read and never executed."""

from __future__ import annotations

from torsor.referee.reading.code.languages import language_of
from torsor.referee.reading.code.reader import CodeRoutine, CodeText, read_code, read_program
from torsor.referee.reading.code.running import Array, Lost, Ran, Unrun, run_code, run_over

__all__ = [
    "Array",
    "CodeRoutine",
    "CodeText",
    "Lost",
    "Ran",
    "Unrun",
    "language_of",
    "read_code",
    "read_program",
    "run_code",
    "run_over",
]
