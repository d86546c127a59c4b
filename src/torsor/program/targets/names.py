"""Names and comments for generated files: valid, not reserved, no two alike, harmless."""

from __future__ import annotations

import keyword
import re
import sys
import unicodedata
from collections.abc import Iterable

LONGEST = 40
"""Names are cut here, well within what any of the languages allows."""


def words(text: str) -> tuple[str, ...]:
    """The words of a text: a language's own, which no name may be."""
    return tuple(text.split())


TAKEN = words(
    "auto bool box case catch char const crate default delete do double dyn enum end explicit "
    "export extends extern false float fn for friend function goto impl inline int interface let "
    "long loop main match mod move mut mutable namespace new null nullptr numpy operator package "
    "private protected pub public ref register return self selftest setuptools short signed sizeof "
    "static std struct super switch template this throw trait true type typeof union unsafe "
    "unsigned use using var virtual void volatile where"
)
"""Words that a language has for itself, and names of files beside the robot's."""


class Names:
    """The names of one scope: each is given out once and none is reserved."""

    def __init__(self, reserved: Iterable[str]) -> None:
        self.taken = set(reserved)

    def of(self, symbols: Iterable[str]) -> dict[str, str]:
        """A name for each symbol: itself where it can be, else with an underscore after it."""
        wanted = list(symbols)
        found: dict[str, str] = {}
        for symbol in sorted(wanted, key=lambda s: cleaned(s) != s):
            name = cleaned(symbol)
            while name in self.taken or shouted(name):
                name += "_" if not name.endswith("_") else "v"
            self.taken.add(name)
            found[symbol] = name
        return {symbol: found[symbol] for symbol in wanted}

    def fresh(self, stem: str, first: int = 1) -> str:
        """The first of ``t1, t2, …`` that is free, counting from ``first``."""
        while f"{stem}{first}" in self.taken:
            first += 1
        self.taken.add(f"{stem}{first}")
        return f"{stem}{first}"


def cleaned(symbol: str) -> str:
    """A symbol as letters, digits and single underscores, a letter in front."""
    plain = unicodedata.normalize("NFKD", symbol).encode("ascii", "ignore").decode()
    plain = re.sub(r"_+", "_", re.sub(r"[^A-Za-z0-9]+", "_", plain)).strip("_")[:LONGEST]
    return plain if plain[:1].isalpha() else f"p_{plain}".rstrip("_")


def shouted(name: str) -> bool:
    """Whether a name looks like a macro: ``NULL``, ``M_PI``, ``INFINITY``; a single letter not."""
    letters = name.replace("_", "")
    return len(letters) > 1 and letters.isalpha() and letters.isupper()


def stem_of(text: str) -> str:
    """A robot's name as the beginning of file, module and function names in every language."""
    name = cleaned(text).lower().removeprefix("p_")
    if name == "p" != text.lower():
        return "robot"
    if not name[:1].isalpha():
        return f"robot_{name}".rstrip("_")
    taken = {*sys.stdlib_module_names, *keyword.kwlist, *TAKEN}
    return f"{name}_robot" if name in taken else name


def harmless(text: str) -> str:
    """A user's text on one line of a comment, in any of the languages."""
    line = "".join(c if c.isprintable() else "?" for c in " ".join(text.split()))
    for mark, instead in (("\\", "/"), ("*/", "* /"), ("/*", "/ *"), ("??", "? ?")):
        while mark in line:
            line = line.replace(mark, instead)
    return line
