"""MuJoCo's compiled model, as far as it is read here: MuJoCo itself says no types."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Column = Sequence[float]
"""A number for each body, joint, … of the model."""

Numbers = Sequence[int]
"""A whole number (an index, a flag, the code of a kind) for each of them."""

Rows = Sequence[Sequence[float]]
"""A row of numbers for each of them: a position, a quaternion, a range …"""


class Options(Protocol):
    """The ``<option>`` of a model."""

    density: float
    viscosity: float
    disableflags: int
    gravity: Column


class CompiledModel(Protocol):
    """``mujoco.MjModel``: what each array has a row for is told by its name's first word."""

    nbody: int
    njnt: int
    nsite: int
    ntendon: int
    neq: int
    nu: int
    opt: Options

    body_parentid: Numbers
    body_jntadr: Numbers
    body_jntnum: Numbers
    body_pos: Rows
    body_quat: Rows
    body_ipos: Rows
    body_iquat: Rows
    body_inertia: Rows
    body_mass: Column
    body_gravcomp: Column

    jnt_type: Numbers
    jnt_dofadr: Numbers
    jnt_qposadr: Numbers
    jnt_actuatorid: Numbers
    jnt_limited: Numbers
    jnt_actfrclimited: Numbers
    jnt_pos: Rows
    jnt_axis: Rows
    jnt_range: Rows
    jnt_actfrcrange: Rows
    jnt_stiffness: Column

    dof_armature: Column
    dof_damping: Column
    dof_frictionloss: Column
    qpos0: Column
    qpos_spring: Column

    site_bodyid: Numbers
    site_pos: Rows
    site_quat: Rows

    eq_type: Numbers
    eq_active0: MutableSequence[int]
    eq_obj1id: Numbers
    eq_obj2id: Numbers
    eq_data: Rows

    actuator_trntype: Numbers
    actuator_trnid: Sequence[Numbers]
    actuator_gaintype: Numbers
    actuator_biastype: Numbers
    actuator_dyntype: Numbers
    actuator_forcelimited: Numbers
    actuator_ctrllimited: Numbers
    actuator_gear: Rows
    actuator_forcerange: Rows
    actuator_ctrlrange: Rows
    actuator_gainprm: Rows
    actuator_armature: MutableSequence[float]
    actuator_damping: MutableSequence[float]


class SpecElement(Protocol):
    """A body, a joint … of the specification, as the file has it."""

    id: int
    info: str
    explicitinertial: bool
    fullinertia: Column


class Specification(Protocol):
    """``mujoco.MjSpec``: the file before it was compiled."""

    modelname: str
    bodies: Sequence[SpecElement]


def array_of(model: CompiledModel, field: str) -> NDArray[np.float64] | None:
    """An array by its name; an older MuJoCo may not have it."""
    found: NDArray[np.float64] | None = getattr(model, field, None)
    return found


def code(kind: str, name: str) -> int:
    """The number that MuJoCo gives to a name: ``code("mjtTrn", "mjTRN_JOINT")``."""
    import mujoco

    return int(getattr(getattr(mujoco, kind), name))


def name_of(kind: str, number: int) -> str:
    """The name behind such a number: ``mjJNT_HINGE`` of the kind ``mjtJoint``."""
    import mujoco

    return str(getattr(mujoco, kind)(int(number)).name)
