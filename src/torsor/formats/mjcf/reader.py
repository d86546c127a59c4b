"""A robot from MJCF, compiled by MuJoCo: hinges and slides kept, welded bodies merged.

Defaults, includes, units and the inertias of shapes are MuJoCo's; the floats of its compiled model
enter as exact numbers. What was merged, snapped or left out is told in ``robot.notes``.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path
from typing import Any

from torsor.algebra.formula import number
from torsor.errors import RobotError, TorsorError, UnknownNameError, shown, suggestion
from torsor.formats.fields import check_rest
from torsor.formats.fixed_bodies import MASSLESS, Placement, merged
from torsor.formats.mjcf.compiler import Compiled, compiled
from torsor.formats.mjcf.constraints import leave_out
from torsor.formats.mjcf.couplings import displacements
from torsor.formats.mjcf.exact_numbers import exact
from torsor.formats.mjcf.tree import Tree, placement, tree_of
from torsor.formats.mjcf.unmatched import disabled, listed, notes, refuse
from torsor.formats.spelling import clean
from torsor.formats.symbolic import name_source
from torsor.formats.xml.tree import LARGEST, plain
from torsor.robot.hypotheses import STATED
from torsor.robot.robot import ONE, ORIGIN, ZERO, Frame, Joint, Robot, Three
from torsor.robot.symbols import robot_ring

TOOL = "tool"
"""A site of this name says where the tool is if no tip is asked for."""


def load_mjcf(path: Path, **options: Any) -> Robot:
    """A robot from an MJCF file; the options are those of ``read_mjcf``."""
    from torsor.formats.load import label_of, place_of, read_bytes

    text, place = read_bytes(path, LARGEST), place_of(path)
    return read_mjcf(text, label_of(path), file=place, folder=path.parent, **options)


def read_mjcf(
    text: str | bytes,
    label: str = "robot",
    *,
    file: str = "the MJCF",
    folder: Path | None = None,
    tip: str = "",
    rest: str = "",
    symbolic: Collection[str] = (),
    exact_angles: bool = True,
    without_constraints: Collection[str] = (),
) -> Robot:
    """A robot from an MJCF text; what it includes stands in ``folder`` or below.

    ``tip`` names the body or site at which the tool is; what does not lie between the base and it
    is ``lumped`` into the chain, its joints where the model starts, or ``kept``. Without a tip all
    is kept. ``symbolic`` (``inertias``, ``lengths``) puts symbols in the place of numbers.
    ``without_constraints`` names equality constraints and pulling tendons that are left out: the
    robot's notes and hypotheses say so.
    """
    check_rest(rest)
    source = compiled(text, file, folder)
    without = leave_out(source, without_constraints)
    refuse(source)
    body, at_tip = _tip(source, tip, exact_angles)
    lump = bool(tip) and rest != "kept"
    tree = tree_of(source, exact_angles, body if lump else None)
    if not tree.joints:
        raise RobotError(f"{file}: the model has no joint that moves")
    if body is None:
        body, at_tip = tree.last_body, Frame()
    try:
        robot = _robot(source, tree, label, body, at_tip, without)
        robot = name_source(robot, file if folder is not None else "", symbolic)
        robot_ring(robot)
    except TorsorError as error:
        message = str(error)
        prefix = "" if message.startswith(file) else f"{file}: "
        raise type(error)(f"{prefix}{message}") from None
    return robot


def _tip(source: Compiled, tip: str, snap: bool) -> tuple[int | None, Frame]:
    """The body that carries the tool and the tool's place in it; no body if none is named."""
    model = source.model
    sites = {source.name("SITE", s): s for s in range(model.nsite)}
    bodies = {source.name("BODY", b): b for b in range(1, model.nbody)}
    wanted = tip or TOOL
    if wanted in sites:
        s = sites[wanted]
        frame = placement(model.site_pos[s], model.site_quat[s], snap)[0]
        return int(model.site_bodyid[s]), frame
    if not tip:
        return None, Frame()
    if tip not in bodies:
        hint = suggestion(tip, (*bodies, *sites))
        raise UnknownNameError(f"{source.file}: no body or site is called {shown(tip)}{hint}")
    return bodies[tip], Frame()


def _robot(
    source: Compiled, tree: Tree, label: str, body: int, at_tip: Frame, without: list[str]
) -> Robot:
    told: list[str] = [*tree.notes]
    moves = displacements(source, tree, told)
    joints = [replace(joint, moves=moved) for joint, moved in zip(tree.joints, moves, strict=True)]
    joints = _named(joints, told)
    links = []
    for i, (bodies, drive) in enumerate(zip(tree.bodies[1:], tree.drives, strict=True), 1):
        link, rounded = merged(bodies).link()
        own = tree.names.get(i, "")
        links.append(replace(link, drive=drive, name=_clean(own) if own else ""))
        if rounded:
            told.append(f"rounded to 30 digits, after merging: the inertia of link {i}")
    carrier, place = tree.at[body]
    if carrier != len(joints):
        # The tool sits on the last link: a massless one is fixed where the tip is carried.
        joints.append(Joint("F", (ZERO, ZERO, ONE), Frame(), carrier, "tip"))
        links.append(MASSLESS)
    tool = (place @ Placement.of(at_tip)).frame
    told += notes(source, without)
    return Robot(
        _robot_name(source, label),
        tuple(joints),
        tuple(links),
        tool,
        gravity=_gravity(source, told),
        hypotheses=tuple(f"{STATED}{_clean(name)}" for name in without),
        notes=tuple(told),
    )


def _gravity(source: Compiled, told: list[str]) -> Three:
    if disabled(source.model, "GRAVITY"):
        told.append("gravity is switched off in the model")
        return ORIGIN
    x, y, z = (number(exact(e)) for e in source.model.opt.gravity)
    return (x, y, z)


def _robot_name(source: Compiled, label: str) -> str:
    name = str(source.spec.modelname)
    return _clean(name) if name and name != "MuJoCo Model" else label


def _clean(name: str) -> str:
    """A name with ``_`` for characters that other formats take amiss."""
    return clean(name).replace("..", "__").strip() or "_"


def _named(joints: list[Joint], told: list[str]) -> list[Joint]:
    """The joints with names that every format can write, each once."""
    taken: set[str] = set()
    found, changed = [], []
    for joint in joints:
        name = base = _clean(joint.name) if joint.name else ""
        k = 2
        while name and name in taken:
            name, k = f"{base[:56]}_{k}", k + 1
        taken.add(name)
        if name != joint.name:
            changed.append(f"{plain(joint.name)} as {name}")
        found.append(replace(joint, name=name))
    if changed:
        told.append(f"{listed('name', changed)} written differently")
    return found
