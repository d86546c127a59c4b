"""Code as text: the assignments of MATLAB, Python and C, read and never executed."""

from __future__ import annotations

from torsor.referee.reading.code.languages import language_of
from torsor.referee.reading.code.reader import CodeRoutine, CodeText, read_code, read_program

__all__ = ["CodeRoutine", "CodeText", "language_of", "read_code", "read_program"]
