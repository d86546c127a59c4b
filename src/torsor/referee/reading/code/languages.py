"""The three languages whose assignments are read: their marks, numbers and first index."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import PurePath

from torsor.errors import UnknownNameError, shown


@dataclass(frozen=True)
class Language:
    """How a language writes numbers and operators, and what it counts from."""

    name: str
    number: str
    operators: tuple[str, ...]
    first: int
    """The number of the first entry of a table."""
    assigning: tuple[str, ...]
    """The operators that assign."""

    @property
    def tokens(self) -> re.Pattern[str]:
        """One name, number or operator."""
        longest = sorted(self.operators, key=len, reverse=True)
        marks = "|".join(map(re.escape, longest))
        return re.compile(
            rf"(?P<name>[^\W\d]\w*)|(?P<number>{self.number})|(?P<mark>{marks}|\S)", re.DOTALL
        )


HEX = r"0[xXbBoO]\w+"
COMPARING = ("==", "!=", "<=", ">=")
ASSIGNING = ("=", "+=", "-=", "*=", "/=")

MATLAB = Language(
    "matlab",
    rf"{HEX}|(?:\d+(?:\.(?![*/\\^'.])\d*)?|\.\d+)(?:[eEdD][+-]?\d+)?[ij]?(?!\w)",
    (".*", "./", ".^", ".\\", ".'", "~=", "&&", "||", *COMPARING, *ASSIGNING, "^="),
    1,
    (*ASSIGNING, "^="),
)
PYTHON = Language(
    "python",
    rf"{HEX}|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?[jJ]?",
    ("**", "//", "**=", "//=", "@=", "%=", "->", ":=", "<<", ">>", "...", *COMPARING, *ASSIGNING),
    0,
    (*ASSIGNING, "**=", "//=", "@=", "%="),
)
C = Language(
    "c",
    rf"{HEX}|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[fFlLuU]*",
    ("->", "::", "++", "--", "<<", ">>", "&&", "||", "%=", *COMPARING, *ASSIGNING),
    0,
    (*ASSIGNING, "%="),
)
LANGUAGES = {language.name: language for language in (MATLAB, PYTHON, C)}

KNOWN = {
    "matlab": ("m", "matlab", "octave"),
    "python": ("py", "python", "python3", "py3", "ipython", "numpy", "sympy", "pyi"),
    "c": ("c", "h", "cpp", "cc", "cxx", "hpp", "hh", "c++", "ino"),
}
ALSO = {also: name for name, several in KNOWN.items() for also in several}


def language_of(path_or_fence: str) -> str:
    """The language of a file's path or of a fenced block's word; empty where it is no code."""
    word = path_or_fence.strip()
    suffix = PurePath(word).suffix if not word.startswith(".") else word
    return ALSO.get((suffix or word).lstrip(".").lower(), "")


def find_language(name: str) -> Language:
    """The language of a name, or an error that lists those that are read."""
    found = LANGUAGES.get(name)
    if found is None:
        raise UnknownNameError(f"no language {shown(name)} is read; expected matlab, python or c")
    return found


WHOLE = "int long short unsigned size_t char int32_t uint32_t int64_t uint8_t"
REAL = "double float signed const real real_t auto std float32 float64 float32_t float64_t"
WHOLE_TYPES = frozenset(WHOLE.split())
"""C's types of whole numbers."""
TYPES = WHOLE_TYPES | frozenset(REAL.split())
"""What a cast in C is made of."""
