"""Names and comments for generated files: valid, not reserved, no two alike, harmless."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable

from torsor.program.targets.shared.reserved_words import of_a_language, shouted

LONGEST = 40
"""Names are cut here, well within what any of the languages allows."""


class Names:
    """The names of one scope: each is given out once, none is reserved and none ``barred``."""

    def __init__(self, reserved: Iterable[str], barred: Callable[[str], bool] = shouted) -> None:
        self.taken = set(reserved)
        self.barred = barred

    def of(self, symbols: Iterable[str]) -> dict[str, str]:
        """A name for each symbol: itself where it can be, else with an underscore after it."""
        wanted = list(symbols)
        found: dict[str, str] = {}
        for symbol in sorted(wanted, key=lambda s: clean_symbol(s) != s):
            name = clean_symbol(symbol)
            while name in self.taken or self.barred(name):
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


def clean_symbol(symbol: str) -> str:
    """A symbol as letters, digits and single underscores, a letter in front."""
    plain = unicodedata.normalize("NFKD", symbol).encode("ascii", "ignore").decode()
    plain = re.sub(r"_+", "_", re.sub(r"[^A-Za-z0-9]+", "_", plain)).strip("_")[:LONGEST]
    return plain if plain[:1].isalpha() else f"p_{plain}".rstrip("_")


def stem_of(text: str) -> str:
    """A robot's name as the beginning of file, module and function names in every language."""
    name = clean_symbol(text).lower().removeprefix("p_")
    if name == "p" != text.lower():
        return "robot"
    if not name[:1].isalpha():
        return f"robot_{name}".rstrip("_")
    return f"{name}_robot" if of_a_language(name) else name


def harmless(text: str) -> str:
    """A user's text on one line of a comment, in any of the languages."""
    line = "".join(c if c.isprintable() else "?" for c in " ".join(text.split()))
    for mark, instead in (("\\", "/"), ("*/", "* /"), ("/*", "/ *"), ("??", "? ?")):
        while mark in line:
            line = line.replace(mark, instead)
    return line
