"""A load on top of a known robot: its own numbers, and logs with the load alone.

What the description leaves out of the drives (friction, rotors, an offset) is fitted with the load;
what it has is taken as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from torsor.algebra.arrays import Array
from torsor.errors import MissingValueError, RobotError
from torsor.identification.estimation.design import Design
from torsor.identification.estimation.pilot import Filtering, choose_filtering, too_short
from torsor.identification.loads.fitting import fit_on_top
from torsor.identification.loads.load import Load
from torsor.identification.logs.log import Log
from torsor.identification.regression.drives import KINDS, Term
from torsor.identification.regression.geometry import Geometry
from torsor.identification.regression.samples import Samples, take_samples
from torsor.identification.signals.lowpass import lowpass
from torsor.identification.signals.motion import Motion, filter_logs
from torsor.program.arm import Arm, compile
from torsor.robot.link import Drive


@dataclass(frozen=True, eq=False)
class LoadFit:
    """A load with the filtering and the robot it was found on top of."""

    load: Load
    filtering: Filtering
    arm: Arm
    motions: Sequence[Motion]
    terms: tuple[Term, ...]
    """What the description says nothing of, with its coefficients."""
    coefficients: Array
    design: Design


def fit_load_on_known(
    geometry: Geometry,
    logs: Sequence[Log],
    cutoff: float | None,
    say: Callable[[str], None],
    friction: Sequence[str] = KINDS,
    rotors: bool = True,
) -> LoadFit:
    """The load that a robot with numbers carries in some logs.

    Rotors that the description lacks are fitted as well, unless the load's mass cannot be told
    from them.
    """
    robot = geometry.robot
    if robot.payload.body is not None:
        raise RobotError(
            f"{robot.name!r} carries a load in its description already; expected it without, "
            'payload = "none"'
        )
    arm = compile(robot, dict(geometry.values))
    lacking = arm.missing("inverse_dynamics")
    if lacking:
        some = f"{', '.join(lacking[:4])} …" if len(lacking) > 4 else ", ".join(lacking)
        raise MissingValueError(
            f"a load on top of {robot.name!r} alone needs its numbers: no value for {some}; "
            "give logs without the load as well, or --values"
        )
    say("choosing the cut-off")
    filtering = choose_filtering(geometry, logs, cutoff)
    motions = filter_logs(logs, filtering.cutoff, filtering.source)
    if not motions:
        raise too_short(logs, filtering.cutoff)
    say("finding the load")

    def fit(with_rotors: bool) -> LoadFit:
        terms = lacking_terms(geometry, logs[0].drives, friction, with_rotors)
        samples = take_samples(geometry, motions, terms, logs[0].drives)
        rest = samples.tau - _known_forces(arm, motions, samples)
        design = Design(geometry, replace(samples, tau=rest))
        columns = [design.first_term + k for k in range(len(terms))]
        load, coefficients = fit_on_top(design, columns, np.ones(design.n), logs)
        return LoadFit(load, filtering, arm, motions, tuple(terms), coefficients, design)

    found = fit(rotors)
    if rotors and not found.load.seen[0]:  # a rotor may be all that hides the mass
        without = fit(False)
        return without if without.load.seen[0] else found
    return found


def lacking_terms(
    geometry: Geometry, S: Array, friction: Sequence[str] = KINDS, rotors: bool = True
) -> list[Term]:
    """What the description says nothing of: each drive's offset, friction and rotor."""
    robot = geometry.robot
    own = {k: robot.links[link - 1].drive for link, k in robot.coordinate.items()}
    found = []
    for drive in range(1, len(S) + 1):
        has = own.get(drive, Drive())
        kinds = ["offset"] if has.viscous or has.coulomb else ["offset", "viscous", "Coulomb"]
        found += [Term(drive, kind) for kind in kinds if kind in friction]
        if rotors and not has.rotor:
            found.append(Term(drive, "rotor"))
    return found


def _known_forces(arm: Arm, motions: Sequence[Motion], samples: Samples) -> Array:
    """The known robot's forces, filtered, at the rows that samples are taken at."""
    found = np.zeros_like(samples.tau)
    for number, motion in enumerate(motions):
        rows = samples.stretch == number
        forces = arm.inverse_dynamics(motion.q, motion.dq, motion.ddq)
        filtered = lowpass(forces, motion.cutoff, motion.step)
        for j, column in enumerate(filtered.T):
            found[rows, j] = np.interp(samples.t[rows], motion.t, column)
    return found
