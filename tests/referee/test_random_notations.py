"""What Torsor writes in any notation it reads back as right, or it says which two look alike."""

from __future__ import annotations

import os
from collections import Counter
from functools import cache
from random import Random

from tests.referee.hands import random_notation

import torsor
from torsor import Model
from torsor.equations import Style, document, write
from torsor.errors import TorsorError
from torsor.notation.notation import Notation
from torsor.referee.paper_check import check_paper
from torsor.referee.tex_paper import read_tex

EVERYTHING = os.environ.get("TORSOR_PROVE") == "all"
SMALL = {
    "planar2r": (), "cartesian": ("com_at_origin",), "scara": ("com_at_origin", "principal_axes"),
    "Rz(q1) tx(l1) tz(q2)": (), "tz(q1) Rz(q2) tx(a2) Rx(alpha)": (),
    "Rz(q1) Rx(alpha) tx(l1) Rz(q2)": ("ry1 = 0", "rz2 = 0", "principal_axes"),
    "Rz(q1) tz(d1) Ry(q2) tx(a2) Ry(q3)": ("masses_at_link_ends",),
    "tx(q1) Ry(q2)": (), "Rz(q1) Ry(q2)": ("rx1 = 0", "ry2 = 0"),
}  # fmt: skip
"""Robots with few terms, and what is assumed to have still fewer."""

LARGE = ("3r", "trtrr", "rttrr", "stanford")
FORMS = ("tau", "tau", "matrices", "steps", "energies")
CASES = 6000 if EVERYTHING else 300


@cache
def model(robot: str) -> Model:
    """The robot's model, derived once; small ones under hypotheses that leave little to print."""
    if robot in SMALL:
        return torsor.derive(robot, payload="none", assume=SMALL[robot])
    return torsor.derive(robot)


def verdict(shown: Model, hand: Notation, form: str) -> str:
    """right, refused (with which symbols look alike), or what else was said."""
    tex = write(document(shown, Style(hand), form), hand, "latex")
    try:
        found = check_paper(read_tex(tex, "random"))
    except TorsorError as error:
        alike = " alike" in str(error) or "its glyph is that of" in str(error)
        return "refused" if alike else str(error)
    if found.unread:
        return f"{found.unread[0].label}: {found.unread[0].reason}\n{found.unread[0].latex}"
    wrong = [e for e in found.equations if not e.right]
    return f"{wrong[0].label} is wrong: {wrong[0].latex}" if wrong else "right"


def test_what_is_written_in_a_random_notation_is_read_back_as_right() -> None:
    counts: Counter[str] = Counter()
    for seed in range(CASES):
        random = Random(seed)
        robot = random.choice(LARGE if random.random() < 0.01 else tuple(SMALL))
        form = random.choice(FORMS)
        hand = random_notation(random, model(robot).robot)
        said = verdict(model(robot), hand, form)
        assert said in ("right", "refused"), f"seed {seed}, {robot}, {form}, {hand}:\n{said}"
        counts[said] += 1
    assert counts["right"] > 2 * CASES / 3, counts
