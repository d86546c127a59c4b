"""A notation: which glyph stands for which name, how sines look, which signs are flipped.

A notation is a TOML file; a user's own is handed over by its path. ``extends`` names the notation
whose glyphs hold where this one says nothing.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib import resources
from pathlib import Path

from torsor.errors import TextError, TorsorError, UnknownNameError, shown, suggestion
from torsor.notation.glyph import Glyph, read_glyph

KEYS = ("name", "description", "extends", "product", "negated", "ascii", "trig", "symbol", "step")
STYLES = ("prefix", "index", "call", "inline")
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

    def step(self, quantity: str, link: int | str = "") -> Glyph:
        """The glyph of a derived quantity (``a_C``, ``F``, ``M``), of a link where it has one."""
        found = self.steps.get(quantity, Glyph(quantity, "<i>"))
        return found.filled({"i": str(link)})

    def plain_glyph(self, name: str) -> Glyph:
        """A name nobody described: ``l2`` is l with subscript 2, ``alpha`` is α."""
        if self.ascii:
            return Glyph(name)
        stem, _, rest = name.partition("_")
        match = re.match(r"([A-Za-z]+)([0-9]*)\Z", stem)
        letters, digits = (match[1], match[2]) if match else (stem, "")
        sub = ",".join(p for p in (digits, *rest.split("_")) if p)
        return Glyph(GREEK.get(letters, letters), sub)

    def sign(self, name: str) -> int:
        """−1 if this notation prints the symbol with the opposite sign, as J_xy for −I_xy."""
        match = INDEXED.match(name)
        return -1 if match and match[1] in self.negated else 1


def notation_names() -> tuple[str, ...]:
    """The notations that come with Torsor."""
    folder = resources.files("torsor.notation") / "files"
    names = (f.name for f in folder.iterdir())
    return tuple(sorted(n.removesuffix(".toml") for n in names if n.endswith(".toml")))


def load_notation(name: str | Notation) -> Notation:
    """A notation by name, or from the path of a user's file."""
    if isinstance(name, Notation):
        return name
    if name in notation_names():
        return _built_in(name)
    if name.endswith(".toml"):
        try:
            return read_notation(Path(name).read_text("utf-8"), Path(name).stem)
        except (OSError, UnicodeDecodeError) as error:
            reason = getattr(error, "strerror", None) or "not a UTF-8 text"
            raise TextError(f"{shown(name, 80)} cannot be read: {reason}") from None
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


def read_notation(text: str, label: str) -> Notation:
    """A notation from its TOML text."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise TextError(f"malformed TOML: {error}") from None
    for key in table:
        if key not in KEYS:
            raise UnknownNameError(f"unknown key {shown(key)}{suggestion(key, KEYS)}")
    if "extends" in table and table["extends"] not in notation_names():
        raise UnknownNameError(f"extends: no notation {shown(str(table['extends']))}")
    parent = _built_in(table["extends"]) if "extends" in table else Notation(label)
    symbols = {
        key: read_glyph(value, f"symbol {shown(key)}")
        for key, value in dict(table.get("symbol", {})).items()
    }
    steps = {
        key: read_glyph(value, f"step {shown(key)}")
        for key, value in dict(table.get("step", {})).items()
    }
    trig = dict(table.get("trig", {}))
    if set(trig) - {"style", "sin", "cos"} or trig.get("style", "index") not in STYLES:
        raise TextError(f"trig: expected a style ({', '.join(STYLES)}), sin and cos")
    for key in ("sin", "cos"):
        read_glyph(str(trig.get(key, key)), f"trig {key}")
    return replace(
        parent,
        name=str(table.get("name", label)),
        description=str(table.get("description", "")),
        product=str(table.get("product", parent.product))[:1],
        ascii=bool(table.get("ascii", parent.ascii)),
        negated=frozenset(map(str, table.get("negated", parent.negated))),
        trig=replace(parent.trig, **{k: str(v) for k, v in trig.items()}),
        symbols={**parent.symbols, **symbols},
        steps={**parent.steps, **steps},
    )
