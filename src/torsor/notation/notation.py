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
from torsor.formats.fields import Table, list_of
from torsor.formats.load import read_text
from torsor.formats.toml.reader import table_of
from torsor.mechanics.newton_euler import STEPS
from torsor.notation.glyph import Glyph, read_glyph

LARGEST = 100_000
"""A notation file larger than this is refused."""

KEYS = {
    "name": str, "description": str, "extends": str, "product": str, "negated": list,
    "scanned": dict, "ascii": bool, "trig": dict, "symbol": dict, "step": dict,
}  # fmt: skip
TYPES = {str: "a text", list: "a list", bool: "true or false", dict: "a table"}
STYLES = ("prefix", "index", "call", "inline")
PRODUCTS = ("", "*", ".", "·", "×")
QUANTITIES = (*STEPS, "r_C", "p", "axis", "R", "I", "M", "C", "g")
"""What ``[step]`` may give a glyph to."""
PATTERN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(<i>)?\Z")
INDEXED = re.compile(r"([A-Za-z_]*[A-Za-z_])([0-9]+|p)\Z")

GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "zeta": "ζ",
    "eta": "η", "theta": "θ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν",
    "xi": "ξ", "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "φ", "chi": "χ", "psi": "ψ",
    "omega": "ω", "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Phi": "Φ",
    "Psi": "Ψ", "Omega": "Ω",
}  # fmt: skip


@dataclass(frozen=True)
class Trig:
    """``prefix``: c q₄; ``index``: c₄; ``call``: cos(q₄); ``inline``: c4."""

    style: str = "index"
    sin: str = "s"
    cos: str = "c"


CALLED = Trig("call", "sin", "cos")


@dataclass(frozen=True)
class Notation:
    """One hand: glyphs by name pattern, the look of sines, signs that the print flips."""

    name: str
    description: str = ""
    product: str = ""
    ascii: bool = False
    negated: frozenset[str] = frozenset()
    trig: Trig = Trig()
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
        if name in self.symbols:
            return self.symbols[name].filled(values)
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
        return _built_in(name)
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
def _built_in(name: str) -> Notation:
    text = (resources.files("torsor.notation") / "files" / f"{name}.toml").read_text("utf-8")
    return read_notation(text, name)


def read_notation(text: str, label: str, parent: str = "") -> Notation:
    """A notation from its TOML text; ``parent`` is what it extends if it does not say."""
    table = table_of(text)
    for key, value in table.items():
        if key not in KEYS:
            raise UnknownNameError(f"unknown key {shown(key)}{suggestion(key, KEYS)}")
        if not isinstance(value, KEYS[key]):
            raise TextError(f"{key}: expected {TYPES[KEYS[key]]}, got {shown(str(value))}")
    if table.get("ascii"):
        return _plain(table, label)
    extends = str(table.get("extends", parent))
    if extends and extends not in notation_names():
        raise UnknownNameError(
            f"extends: no notation {shown(extends)}{suggestion(extends, notation_names())}"
        )
    before = _built_in(extends) if extends else Notation(label)
    return replace(
        before,
        name=_text(table, "name", label),
        description=_text(table, "description", ""),
        product=_product(table, before.product),
        negated=_negated(table, before.negated),
        trig=_trig(_table(table, "trig"), before.trig),
        symbols={**before.symbols, **_glyphs(table, "symbol")},
        steps={**before.steps, **_glyphs(table, "step")},
        scanned=_scanned(table, before.scanned),
    )


def _plain(table: Table, label: str) -> Notation:
    """The names themselves, as they are read back: no glyphs, and sines called by their names."""
    trig = _trig(_table(table, "trig"), CALLED)
    foreign = {"extends", "symbol", "step"} & set(table)
    if foreign or trig != CALLED or table.get("product", "*") != "*":
        raise TextError("ascii: prints the names themselves, so it goes without extends and glyphs")
    return Notation(
        _text(table, "name", label),
        _text(table, "description", ""),
        product="*",
        ascii=True,
        negated=_negated(table, frozenset()),
        trig=trig,
    )


def _table(table: Table, key: str) -> Table:
    found = table.get(key)
    return found if isinstance(found, Mapping) else {}


def _text(table: Table, key: str, otherwise: str) -> str:
    text = str(table.get(key, otherwise))
    if not text.isprintable() or len(text) > 200:
        raise TextError(f"{key}: {shown(text)} is longer than 200 characters or not printable")
    return text


def _product(table: Table, otherwise: str) -> str:
    mark = str(table.get("product", otherwise))
    if mark not in PRODUCTS:
        wanted = ", ".join(map(repr, PRODUCTS))
        raise TextError(f"product: expected one of {wanted}, got {shown(mark)}")
    return mark


def _negated(table: Table, otherwise: frozenset[str]) -> frozenset[str]:
    stems = list_of(table.get("negated"))
    if stems is None:
        return otherwise
    found: set[str] = set()
    for stem in stems:
        if not isinstance(stem, str) or not stem.isidentifier():
            raise TextError(f"negated: expected names such as 'Ixy', got {shown(str(stem))}")
        found.add(stem)
    return frozenset(found)


def _scanned(table: Table, otherwise: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    if "scanned" not in table:
        return otherwise
    pairs: list[tuple[str, str]] = []
    for letter, seen in _table(table, "scanned").items():
        if not isinstance(seen, str) or not (letter + seen).isalnum():
            raise TextError("scanned: expected pairs of letters or digits, as l = '1'")
        pairs.append((letter, seen))
    return tuple(pairs)


def _trig(table: Table, before: Trig) -> Trig:
    if set(table) - {"style", "sin", "cos"} or table.get("style", "index") not in STYLES:
        raise TextError(f"trig: expected a style ({', '.join(STYLES)}), sin and cos")
    for key in ("sin", "cos"):
        letters = table.get(key, "sin")
        if not isinstance(letters, str) or not letters.isalpha():
            raise TextError(f"trig: expected letters for {key}, got {shown(str(letters))}")
    return replace(before, **{key: str(value) for key, value in table.items()})


def _glyphs(table: Table, kind: str) -> dict[str, Glyph]:
    found: dict[str, Glyph] = {}
    for key, value in _table(table, kind).items():
        if kind == "symbol" and not PATTERN.match(key):
            raise TextError(f"symbol {shown(key)}: expected a name such as 'fx' or 'm<i>'")
        if kind == "step" and key not in QUANTITIES:
            raise UnknownNameError(f"unknown step {shown(key)}{suggestion(key, QUANTITIES)}")
        glyph = read_glyph(value, f"{kind} {shown(key)}")
        same = next((k for k, g in found.items() if g == glyph), "")
        if kind == "symbol" and same and key.replace("slide", "q") != same.replace("slide", "q"):
            raise TextError(f"symbol {shown(key)}: its glyph is that of {shown(same)} too")
        found[key] = glyph
    return found
