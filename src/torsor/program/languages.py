"""The languages that code is written in: a line here, and a file of its name in ``targets``."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Language:
    """A language: what is written, and its other names."""

    says: str
    also: tuple[str, ...] = ()
    float32: bool = False
    """Whether single precision has to be asked for; else the caller's numbers decide."""


LANGUAGES = {
    "c": Language("C99, header and source", ("c99",), float32=True),
    "cpp": Language("C++17, header only, templated on the scalar", ("c++", "c++17")),
    "rust": Language("Rust, no_std"),
    "python": Language("Python with NumPy", ("numpy",)),
    "matlab": Language("MATLAB and Octave", ("octave",)),
    "javascript": Language("JavaScript, an ES module", ("js",)),
    "cuda": Language("CUDA C++, one thread to a state"),
}
