"""What an MJCF model has that the equations of motion have no place for: refused, or noted."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from torsor.errors import RobotError
from torsor.formats.mjcf.compiled_model import CompiledModel, name_of
from torsor.formats.mjcf.compiler import Compiled
from torsor.formats.mjcf.constraints import active, is_set, refuse_constraints
from torsor.formats.spelling import list_names
from torsor.formats.xml.tree import plain

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LARGEST = 1e12
"""Lengths, masses, inertias and coefficients beyond this are no robot's."""

BOUNDED = {
    "BODY": ("body_pos", "body_quat", "body_ipos", "body_iquat", "body_mass", "body_inertia"),
    "JOINT": (
        *("jnt_pos", "jnt_axis", "qpos0", "qpos_spring", "jnt_stiffness"),
        *("dof_armature", "dof_damping", "dof_frictionloss"),
    ),
    "SITE": ("site_pos", "site_quat"),
}
UNIT = ("quat", "iquat", "axis")
"""What MuJoCo brings to length one, and cannot where the numbers are too large."""


def refuse(source: Compiled) -> None:
    """Refuse what changes the motion and cannot be said: joints, tendons, media, constraints."""
    model = source.model
    for j in range(model.njnt):
        kind = name_of("mjtJoint", model.jnt_type[j])[6:].lower()
        if kind not in ("hinge", "slide"):
            raise source.refused(
                "JOINT", j, f"a {kind} joint has no counterpart here; expected hinge or slide"
            )
        dof = model.jnt_dofadr[j]
        if is_set(model, "jnt_stiffnesspoly", j) or is_set(model, "dof_dampingpoly", dof):
            raise source.refused(
                "JOINT", j, "stiffness or damping of higher degree has no counterpart here"
            )
    _bounded(source)
    if model.opt.density or model.opt.viscosity:
        raise RobotError(
            f"{source.file}: <option>: a medium with density or viscosity has no counterpart here"
        )
    refuse_constraints(source)


def _bounded(source: Compiled) -> None:
    """Refuse numbers that no robot has; the joints have one degree of freedom each by now."""
    import numpy as np

    for kind, fields in BOUNDED.items():
        for field in fields:
            rows: Iterable[NDArray[np.float64]] = getattr(source.model, field)
            for k, row in enumerate(rows):
                what = field.partition("_")[2] or "ref"
                if not np.all(np.abs(row) <= LARGEST):
                    raise source.refused(kind, k, f"{what} is beyond {LARGEST:.0e}, refused")
                if what in UNIT and abs(np.linalg.norm(row) - 1) > 1e-6:
                    raise source.refused(kind, k, f"{what} has no direction in floating point")
    if not np.all(np.abs(source.model.opt.gravity) <= LARGEST):
        raise RobotError(f"{source.file}: <option>: gravity is beyond {LARGEST:.0e}, refused")


def disabled(model: CompiledModel, what: str) -> bool:
    """Whether the model's flags switch something off, as ``GRAVITY`` or ``SPRING``."""
    import mujoco

    # An older MuJoCo has one flag for springs and dampers.
    bits: Mapping[str, int] = mujoco.mjtDisableBit.__members__
    bit = bits.get(f"mjDSBL_{what}", bits.get("mjDSBL_PASSIVE", 0))
    return bool(model.opt.disableflags & int(bit))


def notes(source: Compiled, without: Collection[str] = ()) -> Iterator[str]:
    """What was left out of the robot, by name and count; ``without`` was asked for by name."""
    model = source.model
    if without:
        yield f"{listed('constraint', without)} left out, as was asked for"
    yield from source.guarded.notes
    for what, count in source.guarded.left_out.items():
        if count:
            yield f"{count} {'element' if count == 1 else 'elements'} of <{what}> left out"
    tendons = [source.name("TENDON", t) for t in range(model.ntendon)]
    tendons = [name for name in tendons if name not in without]
    if tendons:
        yield f"{listed('tendon', tendons)} left out: slack, it pulls nothing by itself"
    if model.nu:
        actuators = [source.name("ACTUATOR", a) for a in range(model.nu)]
        yield f"{listed('actuator', actuators)} left out: the driving forces are free"
    inactive = [source.name("EQUALITY", e) for e in range(model.neq) if not active(model, e)]
    inactive = [name for name in inactive if name not in without]
    if inactive:
        yield f"{listed('inactive constraint', inactive)} left out"
    held = [source.name("BODY", b) for b in range(model.nbody) if model.body_gravcomp[b]]
    if held:
        yield f"{listed('gravity-compensated body', held)}: gravity acts in full here"
    yield from (f"MuJoCo warns: {plain(w, 200)}" for w in source.warnings)


def listed(what: str, names: Iterable[str]) -> str:
    """``2 tendons ('a', 'b')``; a long list is cut short."""
    known = [plain(n) for n in names]
    plural = f"{what[:-1]}ies" if what.endswith("y") else f"{what}s"
    return f"{len(known)} {what if len(known) == 1 else plural} ({list_names(known)})"
