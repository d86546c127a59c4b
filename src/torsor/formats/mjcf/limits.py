"""Joint limits of an MJCF model: the range, and the largest force that its actuator can give."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from torsor.algebra.formula import Formula, number
from torsor.formats.mjcf.compiled_model import CompiledModel, code
from torsor.formats.mjcf.compiler import Compiled
from torsor.formats.mjcf.exact_numbers import exact
from torsor.robot.limits import LARGEST, Limits

Pair = tuple[Fraction, Fraction]


def limits_of(source: Compiled, j: int, uneven: list[str]) -> Limits:
    """The limits of a joint; one whose forces are no ±F is added to ``uneven``."""
    model = source.model
    lower = upper = None
    if model.jnt_limited[j]:
        lower, upper = _pair(model.jnt_range[j])
    forces = list(_forces(model, j))
    if any(low + high for low, high in forces):
        uneven.append(source.name("JOINT", j))
    even = [high for low, high in forces if not low + high]
    return Limits(_entry(lower), _entry(upper), None, _entry(min(even, default=None)))


def _forces(model: CompiledModel, j: int) -> Iterator[Pair]:
    """Every range that the driving force of a joint is kept in.

    That of the joint itself, and with one actuator its own: of its force, and of its control if
    that is the force but for a factor.
    """
    if model.jnt_actfrclimited[j]:
        yield _pair(model.jnt_actfrcrange[j])
    acting = [
        a
        for a in range(model.nu)
        if int(model.actuator_trntype[a]) == code("mjtTrn", "mjTRN_JOINT")
        and int(model.actuator_trnid[a][0]) == j
    ]
    if len(acting) != 1:
        return
    (a,) = acting
    gear = exact(model.actuator_gear[a][0])
    if model.actuator_forcelimited[a]:
        yield _times(gear, _pair(model.actuator_forcerange[a]))
    plain = (
        int(model.actuator_gaintype[a]) == code("mjtGain", "mjGAIN_FIXED")
        and int(model.actuator_biastype[a]) == code("mjtBias", "mjBIAS_NONE")
        and int(model.actuator_dyntype[a]) == code("mjtDyn", "mjDYN_NONE")
    )
    if plain and model.actuator_ctrllimited[a]:
        gain = exact(model.actuator_gainprm[a][0])
        yield _times(gear * gain, _pair(model.actuator_ctrlrange[a]))


def _pair(row: Iterable[float]) -> Pair:
    low, high = (exact(e) for e in row)
    return low, high


def _times(factor: Fraction, pair: Pair) -> Pair:
    low, high = sorted(factor * e for e in pair)
    return low, high


def _entry(value: Fraction | None) -> Formula | None:
    return None if value is None or abs(value) > LARGEST else number(value)
