"""The relations of the two passes for any link i, printed once before their components."""

from __future__ import annotations

from torsor.equations.relations import Word
from torsor.reporting.blocks import Display
from torsor.reporting.composer import Composer

HERE, BEFORE, BEYOND = "i", "i−1", "i+1"


def relations(composer: Composer, quantities: tuple[str, ...]) -> list[Display]:
    """How these steps follow from those before; R and T where the robot has such joints."""
    kinds = {link.kind for link in composer.model.chain.links}
    found = []
    for quantity in quantities:
        for kind, words in _relation(composer, quantity, kinds):
            left = composer.step(quantity, HERE)
            told: tuple[Word, ...] = (*words, *(("text:" + kind,) if kind else ()))
            found.append(composer.words(((left,), told)))
    return found


def _relation(c: Composer, quantity: str, kinds: set[str]) -> list[tuple[str, list[Word]]]:
    R, p, axis = c.step("R", HERE), c.step("p", HERE), c.step("axis", HERE)
    back: list[Word] = [R, "^T"]
    dq, ddq = _rates(c)

    def at(name: str, where: str = HERE) -> Word:
        return c.step(name, where)

    turning, sliding = "R" in kinds, "T" in kinds
    turns, slides = ("if joint i turns", "if it slides") if len(kinds) > 1 else ("", "")
    if quantity == "omega":
        carried = [*back, at("omega", BEFORE)]
        found = [(turns, [*carried, "+", dq, axis])] if turning else []
        return found + ([(slides, carried)] if sliding else [])
    if quantity == "epsilon":
        carried = [*back, at("epsilon", BEFORE)]
        more: list[Word] = ["+", at("omega"), "×", dq, axis, "+", ddq, axis]
        found = [(turns, [*carried, *more])] if turning else []
        return found + ([(slides, carried)] if sliding else [])
    if quantity == "v":
        carried = [*back, "(", at("v", BEFORE), "+", at("omega", BEFORE), "×", p, ")"]
        found = [(turns, carried)] if turning else []
        return found + ([(slides, [*carried, "+", dq, axis])] if sliding else [])
    if quantity == "a":
        omega = at("omega", BEFORE)
        carried = [*back, "(", at("a", BEFORE), "+", at("epsilon", BEFORE), "×", p, "+", omega]
        carried += ["×", "(", omega, "×", p, ")", ")"]
        more = ["+", "2", at("omega"), "×", dq, axis, "+", ddq, axis]
        found = [(turns, carried)] if turning else []
        return found + ([(slides, [*carried, *more])] if sliding else [])
    return [("", _plain(c, quantity))]


def _rates(c: Composer) -> tuple[Word, Word]:
    """The velocity and acceleration of joint i."""
    if c.notation.ascii:
        return "dqi", "ddqi"
    found = []
    for name in ("dq", "ddq"):
        pattern = c.notation.symbols.get(f"{name}<i>")
        glyph = pattern.filled({"i": HERE}) if pattern else c.notation.plain_glyph(f"{name}_i")
        found.append(c.uses(glyph, "rate", name))
    return found[0], found[1]


def mass_of_link(c: Composer) -> Word:
    """The mass of link i."""
    pattern = c.notation.symbols.get("m<i>")
    glyph = pattern.filled({"i": HERE}) if pattern else c.notation.plain_glyph("m_i")
    return c.uses(glyph, "mass")


def _plain(c: Composer, quantity: str) -> list[Word]:
    """The relations that do not ask what kind of joint it is."""

    def at(name: str, where: str = HERE) -> Word:
        return c.step(name, where)

    if quantity == "v_C":
        return [at("v"), "+", at("omega"), "×", at("r_C")]
    if quantity == "a_C":
        r, omega = at("r_C"), at("omega")
        turning: list[Word] = ["+", at("epsilon"), "×", r, "+", omega, "×", "(", omega, "×", r, ")"]
        return [at("a"), *turning]
    if quantity == "F":
        return [mass_of_link(c), at("a_C")]
    if quantity == "N":
        inertia, omega = at("I"), at("omega")
        return [inertia, at("epsilon"), "+", omega, "×", "(", inertia, omega, ")"]
    R, p, f = at("R", BEYOND), at("p", BEYOND), at("f", BEYOND)
    if quantity == "f":
        return [at("F"), "+", R, f]
    moment: list[Word] = [at("N"), "+", at("r_C"), "×", at("F"), "+", R, at("n", BEYOND)]
    return [*moment, "+", p, "×", "(", R, f, ")"]
