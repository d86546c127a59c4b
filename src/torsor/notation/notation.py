"""A notation: which glyph stands for which name, how sines look, which signs are flipped.

A notation is a TOML file; a user's own is handed over by its path. ``extends`` names the notation
whose glyphs hold where this one says nothing.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Annotated

from torsor.arguments import validate_call
from torsor.errors import TextError, TorsorError, UnknownNameError, shown, suggestion
from torsor.formats.fields import Table
from torsor.formats.load import read_text
from torsor.formats.toml.reader import table_of
from torsor.notation.fields import (
    check_keys,
    glyphs_of,
    negated_of,
    product_of,
    scanned_of,
    table_in,
    text_of,
    trig_of,
)
from torsor.notation.glyph import Glyph
from torsor.notation.rates import with_rates
from torsor.notation.trig import CALLED, SHORT, Trig

LARGEST = 100_000
"""A notation file larger than this is refused."""

INDEXED = re.compile(r"([A-Za-z_]*[A-Za-z_])([0-9]+|p)\Z")

GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "zeta": "ζ",
    "eta": "η", "theta": "θ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν",
    "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "upsilon": "υ", "phi": "φ",
    "chi": "χ", "psi": "ψ", "omega": "ω", "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ",
    "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ", "Upsilon": "Υ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω",
}  # fmt: skip


@dataclass(frozen=True)
class Notation:
    """One hand: glyphs by name pattern, the look of sines, signs that the print flips."""

    name: str
    description: str = ""
    product: str = ""
    ascii: bool = False
    negated: frozenset[str] = frozenset()
    trig: Trig = SHORT
    symbols: Mapping[str, Glyph] = field(default_factory=dict)
    steps: Mapping[str, Glyph] = field(default_factory=dict)
    scanned: tuple[tuple[str, str], ...] = ()
    """Letters of subscripts that a scanner reads as something else, as l for 1."""
    flipped: frozenset[str] = frozenset()
    """Whole names that are printed with the opposite sign."""

    @validate_call
    def glyph(self, name: str, tool: int = 0, slide: bool = False) -> Glyph:
        """The glyph of a symbol; ``slide`` tells that its coordinate is a sliding one."""
        values = {"t": str(tool)}
        named = self.symbols.get(name.replace("q", "slide", 1)) if slide else None
        named = named or self.symbols.get(name)
        if named is not None:
            return named.filled(values)
        match = INDEXED.match(name)
        if match:
            stem, index = match.groups()
            values["i"] = index
            if slide and stem in ("q", "dq", "ddq"):
                sliding = self.symbols.get(stem.replace("q", "slide") + "<i>")
                if sliding is not None:
                    return sliding.filled(values)
            found = self.symbols.get(f"{stem}<i>")
            if found is not None:
                return found.filled(values)
        return self.plain_glyph(name)

    @validate_call
    def step(self, quantity: str, link: int | str = "") -> Glyph:
        """The glyph of a derived quantity (``a_C``, ``F``, ``M``), of a link where it has one."""
        if self.ascii:
            return Glyph(f"{quantity}[{link}]" if link != "" else quantity)
        found = self.steps.get(quantity, Glyph(quantity, "<i>"))
        return found.filled({"i": str(link)})

    @validate_call
    def plain_glyph(self, name: str) -> Glyph:
        """A name nobody described: ``l2`` is l with subscript 2, ``alpha`` is α."""
        if self.ascii:
            return Glyph(name)
        stem, _, rest = name.partition("_")
        match = re.match(r"([A-Za-z]+)([0-9]*)\Z", stem)
        letters, digits = (match[1], match[2]) if match else (stem, "")
        sub = ",".join(p for p in (digits, *rest.split("_")) if p)
        return Glyph(GREEK.get(letters, letters), sub)

    @validate_call
    def sign(self, name: str) -> int:
        """−1 if this notation prints the symbol with the opposite sign, as J_xy for −I_xy."""
        match = INDEXED.match(name)
        return -1 if name in self.flipped or (match and match[1] in self.negated) else 1


NotationLike = Annotated[
    Notation | str | os.PathLike[str], "a notation, the name of one, or the path of a .toml file"
]


def notation_names() -> tuple[str, ...]:
    """The notations that come with Torsor."""
    folder = resources.files("torsor.notation") / "files"
    names = (f.name for f in folder.iterdir())
    return tuple(sorted(n.removesuffix(".toml") for n in names if n.endswith(".toml")))


@validate_call
def load_notation(name: NotationLike) -> Notation:
    """A notation by name, or from the path of a user's file."""
    if isinstance(name, Notation):
        return name
    name = os.fspath(name)
    if name in notation_names():
        return built_in(name)
    if name.endswith(".toml"):
        text = read_text(Path(name), LARGEST)
        try:
            return read_notation(text, Path(name).stem, "standard")
        except TorsorError as error:
            raise TextError(f"{name}: {error}") from None
    names = notation_names()
    raise UnknownNameError(
        f"no notation is called {shown(name)}; there are {', '.join(names)}, or the path of "
        f"a .toml file{suggestion(name, names)}"
    )


@lru_cache(maxsize=32)
def built_in(name: str) -> Notation:
    """A notation that comes with Torsor."""
    text = (resources.files("torsor.notation") / "files" / f"{name}.toml").read_text("utf-8")
    return read_notation(text, name)


def read_notation(text: str, label: str, parent: str = "") -> Notation:
    """A notation from its TOML text; ``parent`` is what it extends if it does not say."""
    table = table_of(text)
    check_keys(table)
    if table.get("ascii"):
        return _plain(table, label)
    extends = str(table.get("extends", parent))
    if extends and extends not in notation_names():
        raise UnknownNameError(
            f"extends: no notation {shown(extends)}{suggestion(extends, notation_names())}"
        )
    before = built_in(extends) if extends else Notation(label)
    return replace(
        before,
        name=text_of(table, "name", label),
        description=text_of(table, "description", ""),
        product=product_of(table, before.product),
        negated=negated_of(table, before.negated),
        trig=trig_of(table_in(table, "trig"), before.trig),
        symbols={**before.symbols, **with_rates(glyphs_of(table, "symbol"))},
        steps={**before.steps, **glyphs_of(table, "step")},
        scanned=scanned_of(table, before.scanned),
    )


def _plain(table: Table, label: str) -> Notation:
    """The names themselves, as they are read back: no glyphs, and sines called by their names."""
    trig = trig_of(table_in(table, "trig"), CALLED)
    foreign = {"extends", "symbol", "step"} & set(table)
    if foreign or trig != CALLED or table.get("product", "*") != "*":
        raise TextError("ascii: prints the names themselves, so it goes without extends and glyphs")
    return Notation(
        text_of(table, "name", label),
        text_of(table, "description", ""),
        product="*",
        ascii=True,
        negated=negated_of(table, frozenset()),
        trig=trig,
    )
