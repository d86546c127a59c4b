"""The general vector relations of the two passes, printed before their components.

They are what TRTRR prints as (3)–(19) and (21)–(25), in the chosen notation's glyphs. A relation is
a list of words: a quantity of a link, or a sign between.
"""

from __future__ import annotations

from torsor.mechanics.chain import Chain, ChainLink
from torsor.notation.glyph import Glyph
from torsor.notation.notation import Notation

Word = Glyph | str


def relation(chain: Chain, notation: Notation, quantity: str, number: int) -> list[Word]:
    """The right-hand side by which a step is found, for link ``number``."""
    link = chain.links[number - 1]
    made = {
        "omega": _omega,
        "epsilon": _epsilon,
        "v": _velocity,
        "a": _acceleration,
        "v_C": _centre_velocity,
        "a_C": _centre_acceleration,
        "F": _force,
        "N": _moment,
        "f": _joint_force,
        "n": _joint_moment,
    }[quantity]
    return made(chain, notation, link)


def _back(n: Notation, link: ChainLink) -> list[Word]:
    """Rᵀ, which brings a vector of the parent into the link's axes."""
    return [n.step("R", link.number), "^T"]


def _rate(n: Notation, link: ChainLink, rate: str) -> list[Word]:
    """The joint's velocity or acceleration, by the coordinates that move it."""
    words: list[Word] = []
    for k, share in link.shares:
        size = [] if share in (1, -1) else [str(abs(share))]
        words += ["-" if share < 0 else "+", *size, n.glyph(f"{rate}{k}")]
    words = words[1:] if words[:1] == ["+"] else words
    return words if len(words) == 1 else ["(", *words, ")"]


def _omega(_: Chain, n: Notation, link: ChainLink) -> list[Word]:
    words = [*_back(n, link), n.step("omega", link.parent)]
    if link.kind == "R":
        words += ["+", *_rate(n, link, "dq"), n.step("axis", link.number)]
    return words


def _epsilon(_: Chain, n: Notation, link: ChainLink) -> list[Word]:
    words = [*_back(n, link), n.step("epsilon", link.parent)]
    if link.kind == "R":
        axis = n.step("axis", link.number)
        carried = [*_back(n, link), n.step("omega", link.parent)]
        words += ["+", *carried, "×", *_rate(n, link, "dq"), axis]
        words += ["+", *_rate(n, link, "ddq"), axis]
    return words


def _velocity(_: Chain, n: Notation, link: ChainLink) -> list[Word]:
    before = link.parent
    words = [*_back(n, link), "(", n.step("v", before), "+", n.step("omega", before), "×"]
    words += [n.step("p", link.number), ")"]
    if link.kind == "T":
        words += ["+", *_rate(n, link, "dq"), n.step("axis", link.number)]
    return words


def _acceleration(_: Chain, n: Notation, link: ChainLink) -> list[Word]:
    before, p = link.parent, n.step("p", link.number)
    omega = n.step("omega", before)
    words: list[Word] = [*_back(n, link), "(", n.step("a", before), "+", n.step("epsilon", before)]
    words += ["×", p, "+", omega, "×", "(", omega, "×", p, ")", ")"]
    if link.kind == "T":
        axis, own = n.step("axis", link.number), n.step("omega", link.number)
        words += ["+", "2", own, "×", *_rate(n, link, "dq"), axis]
        words += ["+", *_rate(n, link, "ddq"), axis]
    return words


def _centre_velocity(_: Chain, n: Notation, link: ChainLink) -> list[Word]:
    i = link.number
    return [n.step("v", i), "+", n.step("omega", i), "×", n.step("r_C", i)]


def _centre_acceleration(_: Chain, n: Notation, link: ChainLink) -> list[Word]:
    i = link.number
    omega, r = n.step("omega", i), n.step("r_C", i)
    turning: list[Word] = ["+", n.step("epsilon", i), "×", r]
    return [n.step("a", i), *turning, "+", omega, "×", "(", omega, "×", r, ")"]


def _force(_: Chain, n: Notation, link: ChainLink) -> list[Word]:
    return [n.glyph(f"m{link.number}"), n.step("a_C", link.number)]


def _moment(_: Chain, n: Notation, link: ChainLink) -> list[Word]:
    i = link.number
    inertia, omega = n.step("I", i), n.step("omega", i)
    return [inertia, n.step("epsilon", i), "+", omega, "×", inertia, omega]


def _joint_force(chain: Chain, n: Notation, link: ChainLink) -> list[Word]:
    words: list[Word] = [n.step("F", link.number)]
    for child in _beyond(chain, link):
        words += ["+", n.step("R", child), n.step("f", child)]
    return words


def _joint_moment(chain: Chain, n: Notation, link: ChainLink) -> list[Word]:
    i = link.number
    words: list[Word] = [n.step("N", i), "+", n.step("r_C", i), "×", n.step("F", i)]
    for child in _beyond(chain, link):
        R = n.step("R", child)
        words += ["+", R, n.step("n", child), "+", n.step("p", child), "×", R, n.step("f", child)]
    return words


def _beyond(chain: Chain, link: ChainLink) -> list[int]:
    """What hangs on the link; the load counts as one link more."""
    children = [child.number for child in chain.children(link.number)]
    last = len(chain.links)
    return [*children, last + 1] if link.number == last else children
