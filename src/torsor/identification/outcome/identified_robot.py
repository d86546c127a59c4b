"""The identified robot: its description with links, friction and rotors as they were found.

A robot's description has viscous and Coulomb friction at each joint. A law with more in it is told
in the robot's notes, and the two are fitted again so that they come as near to it as they can.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from torsor.algebra import formula as fm
from torsor.algebra.arrays import Array
from torsor.identification.estimation.design import Design
from torsor.identification.estimation.full import Full
from torsor.identification.feasibility.certificate import Certificate, certify
from torsor.identification.feasibility.rounding import parameters_of_links, round_links
from torsor.identification.regression.drives import write_law
from torsor.identification.regression.geometry import generalise
from torsor.robot.link import Drive
from torsor.robot.robot import Given, Robot

DIGITS = 6
"""Significant digits of friction and rotors."""
NOTHING = 1e-6
"""A term that is less than this share of its law is none."""
EXPORTED = ("viscous", "Coulomb")


@dataclass(frozen=True, eq=False)
class Identified:
    """The robot with its certificate; ``pi`` are its decimals as parameters."""

    robot: Robot
    certificate: Certificate
    pi: Array
    digits: int
    notes: tuple[str, ...]


def build_robot(design: Design, full: Full, weights: Array, origin: str) -> Identified:
    """The robot whose decimals are proven possible."""
    geometry = design.geometry
    rounded = round_links(full.feasible.x, full.problem, geometry.robot.links)
    drives, notes = _drives(design, full, weights)
    links = tuple(
        replace(link, drive=drives.get(i, Drive())) for i, link in enumerate(rounded.links, 1)
    )
    certificate = certify(links)
    bare = generalise(geometry.robot)
    known = {given.name: given.source for given in geometry.robot.values}
    other = "assumed" if geometry.assumed else "given when it was identified"
    given = tuple(Given(n, v, known.get(n, other)) for n, v in geometry.values.items())
    if geometry.robot.payload.body is not None:
        notes = (*notes, "what the description carried is part of the last link")
    robot = replace(
        bare, links=links, source=origin, notes=(*geometry.robot.notes, *notes), values=given
    )
    return Identified(robot, certificate, parameters_of_links(links), rounded.digits, notes)


def _drives(design: Design, full: Full, weights: Array) -> tuple[dict[int, Drive], tuple[str, ...]]:
    """Viscous and Coulomb friction and rotors by link, and what they leave out."""
    S, robot = design.samples.S, design.geometry.robot
    if not np.array_equal(S, np.eye(len(S))):
        return {}, (
            "drives are coupled: friction and rotors act there, and are not in this description",
        )
    own = {k: link for link, k in robot.coordinate.items()}
    found: dict[int, Drive] = {}
    notes: list[str] = []
    for drive in range(1, len(S) + 1):
        law = [(t, c) for t, c in full.friction if t.drive == drive and t.kind != "rotor"]
        rotor = sum(c for t, c in full.friction if t.drive == drive and t.kind == "rotor")
        if drive not in own:
            if law or rotor:
                notes.append(f"q{drive} moves several joints: its friction is not described here")
            continue
        fv, fc = _two_terms(design, full, drive) if law else (0.0, 0.0)
        found[own[drive]] = Drive(viscous=_decimal(fv), coulomb=_decimal(fc), rotor=_decimal(rotor))
        if any(t.kind not in EXPORTED for t, _ in law):
            notes.append(f"friction as identified, q{drive}: {write_law(law)}")
    return found, tuple(notes)


def _two_terms(design: Design, full: Full, drive: int) -> tuple[float, float]:
    """The viscous and Coulomb friction nearest to a law over the measured motion."""
    from scipy.optimize import nnls

    s, terms = design.samples, design.terms
    j = int(np.flatnonzero(s.S[drive - 1])[0])
    use = s.usable[:, j]
    column = {t: s.F[use, k] for k, t in enumerate(terms)}
    law = sum((c * column[t] for t, c in full.friction if t.drive == drive and t.kind not in
               ("rotor", "offset")), start=np.zeros(int(use.sum())))  # fmt: skip
    both = [next(t for t in terms if t.drive == drive and t.kind == kind) for kind in EXPORTED]
    A = np.stack([column[t] for t in both], axis=1)
    if not len(A) or not np.any(A):
        return 0.0, 0.0
    scale = np.sqrt((A**2).sum(0)) + 1e-300
    shares = nnls(A / scale, law)[0]
    felt = shares > NOTHING * float(np.linalg.norm(law))
    found = np.where(felt, shares, 0.0) / scale
    return float(found[0]), float(found[1])


def _decimal(value: float) -> fm.Formula:
    return fm.number(Fraction(f"{float(value):.{DIGITS}g}"))
