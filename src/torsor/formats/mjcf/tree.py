"""The compiled bodies and joints of an MJCF model as moving links with bodies fixed to them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from torsor.algebra.formula import number
from torsor.errors import shown
from torsor.formats.fixed_bodies import SCALARS, Placement, RigidBody
from torsor.formats.mjcf.compiled_model import CompiledModel, array_of, code
from torsor.formats.mjcf.compiler import Compiled
from torsor.formats.mjcf.exact_numbers import (
    ROUNDING,
    decimal_within,
    exact,
    exact_rotation,
)
from torsor.formats.mjcf.limits import limits_of
from torsor.formats.mjcf.unmatched import disabled, listed
from torsor.formats.snapping import exact_angle, exact_axis
from torsor.robot.robot import ORIGIN, Drive, Frame, Joint, Three, Turn
from torsor.spatial.inertia import ENTRIES, rotate_inertia, tensor
from torsor.spatial.rotations import quaternion_matrix
from torsor.spatial.vectors import Vector

TOLD = 1e-12
"""Rotations that were moved by more radians than this are told of."""


@dataclass
class Tree:
    """Joints in MuJoCo's order; each body of the file on the link that carries it.

    ``link`` is the number of the link that a joint of the file moves; ``bodies[i]`` are the rigid
    bodies fixed to link i, in its frame.
    """

    joints: list[Joint] = field(default_factory=list)
    drives: list[Drive] = field(default_factory=list)
    link: dict[int, int] = field(default_factory=dict)
    at: dict[int, tuple[int, Placement]] = field(default_factory=lambda: {0: (0, Placement())})
    bodies: list[list[RigidBody]] = field(default_factory=lambda: [[]])
    notes: list[str] = field(default_factory=list)
    names: dict[int, str] = field(default_factory=dict)
    """What the file calls a link; one between two joints of a body has no name."""
    uneven: list[str] = field(default_factory=list)
    """Joints whose driving force is bounded otherwise than by ±F."""

    @property
    def last_body(self) -> int:
        """The last body that the last joint carries."""
        return max(b for b, (carrier, _) in self.at.items() if carrier == len(self.joints))


def tree_of(source: Compiled, snap: bool, tip: int | None) -> Tree:
    """Walk the bodies outwards; with a tip, joints that do not lead to it are held still."""
    model = source.model
    path = None if tip is None else _path(model, tip)
    tree = Tree()
    merged: list[str] = []
    fixed: list[str] = []
    held: list[str] = []
    snapped: dict[str, float] = {}
    for b in range(1, model.nbody):
        name = source.name("BODY", b)
        frame, moved = placement(model.body_pos[b], model.body_quat[b], snap)
        if moved > TOLD:
            snapped[name] = moved
        carrier, place = tree.at[int(model.body_parentid[b])]
        place = place @ Placement.of(frame)
        first, count = int(model.body_jntadr[b]), int(model.body_jntnum[b])
        joints = range(first, first + count) if count else range(0)
        if path is not None and b not in path:
            held += [source.name("JOINT", j) for j in joints]
            joints = range(0)
        for j in joints:
            carrier, place = _joint(source, tree, j, carrier, place, snap)
        if joints:
            tree.names[carrier] = source.own_name("BODY", b)
        else:
            (merged if carrier else fixed).append(name)
        tree.at[b] = carrier, place
        body = body_of(source, b)
        if carrier and body:
            tree.bodies[carrier].append(body.placed(place))
    if snapped:
        tree.notes.append(
            f"{listed('rotation', snapped)} snapped to multiples of 15°, "
            f"by at most {max(snapped.values()):.1e} rad"
        )
    if merged:
        tree.notes.append(f"{listed('welded body', merged)} merged into the link before")
    if fixed:
        tree.notes.append(f"{listed('body', fixed)} fixed to the base: nothing of it moves")
    if held:
        tree.notes.append(f"{listed('joint', held)} held where the model starts, and lumped")
    if tree.uneven:
        tree.notes.append(f"{listed('force limit', tree.uneven)} left out: the range is not even")
    for what, fields in OFF.items():
        if disabled(model, what) and any(_any(model, f) for f in fields):
            tree.notes.append(f"{what.lower()} is switched off in the model")
    return tree


OFF = {
    "SPRING": ("jnt_stiffness",),
    "DAMPER": ("dof_damping",),
    "FRICTIONLOSS": ("dof_frictionloss",),
}
"""What a flag of the model can switch off, and where its numbers stand."""


def _any(model: CompiledModel, field: str) -> bool:
    found = array_of(model, field)
    return found is not None and bool(found.any())


def _path(model: CompiledModel, body: int) -> set[int]:
    found = set()
    while body:
        found.add(body)
        body = int(model.body_parentid[body])
    return found


def placement(
    position: Iterable[float], quaternion: Sequence[float], snap: bool
) -> tuple[Frame, float]:
    """A frame from MuJoCo's position and quaternion, and by how many radians it was snapped."""
    turns, moved = exact_rotation(quaternion, snap)
    return Frame(_three(position), turns), moved


def _three(entries: Iterable[float]) -> Three:
    x, y, z = (number(exact(e)) for e in entries)
    return (x, y, z)


def _joint(
    source: Compiled, tree: Tree, j: int, carrier: int, place: Placement, snap: bool
) -> tuple[int, Placement]:
    """Add a joint; the body's frame lies behind its anchor, in the frame of the new link."""
    model = source.model
    x, y, z = (exact(e) for e in model.jnt_axis[j])
    axis, moved = exact_axis((x, y, z), snap)
    named = shown(source.name("JOINT", j))
    tree.notes += [f"joint {named}: {told}" for told in moved if snap]
    turns = int(model.jnt_type[j]) == code("mjtJoint", "mjJNT_HINGE")
    anchor = Placement.of(Frame(_three(model.jnt_pos[j])))
    start = exact(model.qpos0[model.jnt_qposadr[j]])
    back, distance = _back(axis, start, turns, snap)
    if distance > TOLD:
        tree.notes.append(f"joint {named}: ref snapped to a multiple of 15° ({distance:.1e} rad)")
    at = place @ anchor @ back
    kind, own = "R" if turns else "T", source.own_name("JOINT", j)
    limits = limits_of(source, j, tree.uneven)
    tree.joints.append(Joint(kind, axis, at.frame, carrier, own, limits=limits))
    tree.drives.append(_drive(model, j))
    tree.bodies.append([])
    tree.link[j] = len(tree.joints)
    return len(tree.joints), Placement(p=-anchor.p)


def _back(axis: Three, start: Fraction, turns: bool, snap: bool) -> tuple[Placement, float]:
    """The way back from where the model starts (``ref``) to where the coordinate is zero."""
    if not start:
        return Placement(), 0.0
    if turns:
        angle, moved = exact_angle(-start, snap)
        frame = Frame(ORIGIN, (Turn(axis, angle),) if angle else ())
        return Placement.of(frame), float(moved)
    x, y, z = (number(-start) * e for e in axis)
    return Placement.of(Frame((x, y, z))), 0.0


def _drive(model: CompiledModel, j: int) -> Drive:
    """Armature, damping, friction loss and spring of a joint, its actuator's share included."""
    dof = int(model.jnt_dofadr[j])
    armature, damping = exact(model.dof_armature[dof]), exact(model.dof_damping[dof])
    actuator = int(model.jnt_actuatorid[j]) if hasattr(model, "jnt_actuatorid") else -1
    if actuator >= 0:
        gear = exact(model.actuator_gear[actuator][0])
        armature += gear**2 * exact(model.actuator_armature[actuator])
        damping += gear**2 * exact(model.actuator_damping[actuator])
    stiffness = exact(model.jnt_stiffness[j])
    if disabled(model, "SPRING"):
        stiffness = Fraction(0)
    rest = exact(model.qpos_spring[model.jnt_qposadr[j]])
    friction = exact(model.dof_frictionloss[dof])
    return Drive(
        viscous=number(0 if disabled(model, "DAMPER") else damping),
        coulomb=number(0 if disabled(model, "FRICTIONLOSS") else friction),
        rotor=number(armature),
        spring=number(stiffness),
        rest=number(rest if stiffness else 0),
    )


def body_of(source: Compiled, b: int) -> RigidBody:
    """Mass, mass centre and inertia of a body in its own frame."""
    model = source.model
    xx, yy, zz = (float(e) for e in model.body_inertia[b])
    R = quaternion_matrix([float(e) for e in model.body_iquat[b]])
    rows = rotate_inertia(R, tensor((xx, yy, zz, 0.0, 0.0, 0.0)))
    reach = 8 * ROUNDING * max(abs(e) for row in rows for e in row)
    given = next(spec for spec in source.spec.bodies if spec.id == b)
    centre = [exact(e) for e in model.body_ipos[b]]
    entries = [decimal_within(rows[i][k], reach) for i, k in ENTRIES]
    if given.explicitinertial:
        written = [float(e) for e in given.fullinertia]
        near = zip(written, ENTRIES, strict=True)
        if all(abs(e - rows[i][k]) <= 1e6 * reach for e, (i, k) in near):
            entries = [exact(e) for e in written]
    else:
        span = 8 * ROUNDING * max(abs(float(e)) for e in centre)
        centre = [decimal_within(float(e), span) for e in centre]
    return RigidBody(
        SCALARS.value(number(exact(model.body_mass[b]))),
        Vector(SCALARS.value(number(e)) for e in centre),
        tensor(SCALARS.value(number(e)) for e in entries),
    )
