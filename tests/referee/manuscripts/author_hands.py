"""Hands in which an author may print a robot's equations: letters, indices and sines at random."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from torsor.notation.glyph import Glyph
from torsor.notation.notation import Notation, load_notation
from torsor.notation.trig import Trig
from torsor.robot.robot import Robot
from torsor.robot.symbols import parameters

USUAL = {
    "q": "qqθθφϑ", "tau": "τττuTΓ", "m": "mmmμM", "r": "rρcpx", "I": "IIJJΘ", "f": "fFP",
    "n": "nNT", "a": "aalL", "l": "lLa", "d": "dhb", "ac": "crb",
}  # fmt: skip
"""Letters that authors use for a family, the likelier more often."""

LETTERS = "abhjklnpruvwxyzABDEFHJKLNPRSUWXZαβγδεζηκλμνξρσφχψωΓΔΛΦΨΩ"
Styled = Callable[[str, str], Glyph]

PLAIN: tuple[Styled, ...] = (
    lambda base, _: Glyph(base, "<i>"),
    lambda base, _: Glyph(base, "<i>"),
    lambda base, _: Glyph(base, "c<i>"),
    lambda base, _: Glyph(base, "L<i>"),
    lambda base, _: Glyph(base, "G,<i>"),
    lambda base, _: Glyph(base, Glyph("G", "<i>")),
)
SPATIAL: tuple[Styled, ...] = (
    lambda base, end: Glyph(base, f"{end}<i>"),
    lambda base, end: Glyph(base, f"<i>{end}"),
    lambda base, end: Glyph(base, f"{end},<i>"),
    lambda base, end: Glyph(base, f"<i>,{end}"),
    lambda base, end: Glyph(base, f"C<i>{end}"),
)
TRIGS = (
    Trig("call", "sin", "cos"),
    Trig("index"),
    Trig("index", "S", "C"),
    Trig("prefix", "sin", "cos"),
)


def author_notation(random: Random, robot: Robot) -> Notation:
    """One letter and one style to a family; no letter twice."""
    trig = random.choice(TRIGS)
    used = set("gMCGKUV" + trig.sin + trig.cos)
    symbols: dict[str, Glyph] = {}

    def letter(stem: str) -> str:
        usual = [c for c in USUAL.get(stem, "") if c not in used]
        free = [c for c in LETTERS if c not in used]
        drawn = random.choice(usual if usual and random.random() < 0.7 else free)
        used.add(drawn)
        return drawn

    base = letter("q")
    for stem in ("q", "slide"):
        for dots, prefix in enumerate(("", "d", "dd")):
            symbols[f"{prefix}{stem}<i>"] = Glyph(base, "<i>", dots=dots)
    symbols["tau<i>"] = Glyph(letter("tau"), "<i>")
    symbols["m<i>"] = random.choice(PLAIN)(letter("m"), "")
    for stem, ends in (("r", ("x", "y", "z")), ("I", ("xx", "yy", "zz", "xy", "xz", "yz"))):
        base, style = letter(stem), random.choice(SPATIAL)
        symbols |= {f"{stem}{end}<i>": style(base, end) for end in ends}
    for stem in ("f", "n"):
        base = letter(stem)
        symbols |= {f"{stem}{end}": Glyph(base, end) for end in "xyz"}
    for name in parameters(robot):
        stem = name.rstrip("0123456789")
        if name != "g" and not {name, f"{stem}<i>"} & symbols.keys():
            numbered = stem != name
            base = letter(stem)
            symbols[f"{stem}<i>" if numbered else name] = (
                random.choice(PLAIN)(base, "") if numbered else Glyph(base)
            )
    standard = load_notation("standard")
    return replace(
        standard, name="random", description="", trig=trig, symbols={**standard.symbols, **symbols}
    )
