"""``torsor.draw``: a robot's kinematic scheme, the section of its workspace, or a motion of it."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from math import inf, pi
from typing import Any, Literal, Unpack, overload

from torsor.arguments import given, validate_call
from torsor.drawing.animation import Animation, animate_motion
from torsor.drawing.drawing import Drawing
from torsor.drawing.plots.plot import Plot
from torsor.drawing.scene.coordinates import WIDEST, bounds_of
from torsor.drawing.scene.lengths import drawing_values
from torsor.drawing.scene.printed_names import by_symbol
from torsor.drawing.schematic.scheme import FrameStyle, scheme
from torsor.drawing.thumbnail import thumbnail as draw_thumbnail
from torsor.drawing.viewer.page import Viewer, viewer_of
from torsor.drawing.workspace_section import workspace as workspace_section
from torsor.errors import (
    ArgumentValueError,
    TextError,
    TorsorError,
    UnknownNameError,
)
from torsor.formats.load import LoadOptions, RobotLike, load
from torsor.motion.motion_table import motion_of, read_motion
from torsor.motion.quantities import quantity
from torsor.motion.results import Result
from torsor.motion.units import find_sliding
from torsor.notation.notation import NotationLike
from torsor.robot.robot import Robot
from torsor.robot.symbols import coordinates

Number = float | str
"""A number, or a text such as ``"30deg"``."""

LimitsLike = Mapping[str, Sequence[Number]] | Sequence[Sequence[Number]]
"""(lowest, highest) by coordinate (``{"q1": ("-90deg", "90deg")}``), or of every coordinate."""

MotionLike = Result | str | os.PathLike[str]
"""What ``simulate`` gives, or the path of a table with columns t, q1 …."""


@overload
def draw(
    robot: RobotLike,
    *,
    view: str = "auto",
    posture: Mapping[str, Number] | None = None,
    values: Mapping[str, Any] | None = None,
    to_scale: bool = False,
    frames: FrameStyle = "",
    labels: bool = True,
    show: str | Sequence[str] = "",
    notation: NotationLike = "",
    dark: bool = False,
    transparent: bool = False,
    thumbnail: bool = False,
    **options: Unpack[LoadOptions],
) -> Drawing: ...


@overload
def draw(
    robot: RobotLike,
    *,
    motion: MotionLike,
    view: str = "auto",
    values: Mapping[str, Any] | None = None,
    **options: Unpack[LoadOptions],
) -> Animation: ...


@overload
def draw(
    robot: RobotLike,
    *,
    viewer: Literal[True],
    posture: Mapping[str, Number] | None = None,
    values: Mapping[str, Any] | None = None,
    notation: NotationLike = "",
    **options: Unpack[LoadOptions],
) -> Viewer: ...


@overload
def draw(
    robot: RobotLike,
    *,
    workspace: Literal[True],
    limits: LimitsLike | None = None,
    values: Mapping[str, Any] | None = None,
    **options: Unpack[LoadOptions],
) -> Plot: ...


@validate_call
def draw(
    robot: RobotLike,
    *,
    motion: MotionLike | None = None,
    workspace: bool = False,
    viewer: bool = False,
    limits: LimitsLike | None = None,
    view: str = "auto",
    posture: Mapping[str, Number] | None = None,
    values: Mapping[str, Any] | None = None,
    to_scale: bool = False,
    frames: FrameStyle = "",
    labels: bool = True,
    show: str | Sequence[str] = "",
    notation: NotationLike = "",
    dark: bool = False,
    transparent: bool = False,
    thumbnail: bool = False,
    **options: Unpack[LoadOptions],
) -> Drawing | Animation | Viewer | Plot:
    """The kinematic scheme of a robot, the section of its ``workspace``, or a ``motion`` of it.

    ``view`` is auto, iso, front, side, top or ``AZ,EL`` in degrees. ``posture`` sets coordinates
    (``{"q1": "30deg"}``); the others are chosen. Schemes are not ``to_scale`` unless asked: short
    lengths are stretched. ``frames`` is axes, xz, numbers or none; ``show`` names what else is
    drawn, of origins, masses, ellipsoids, links, gravity or all. A ``thumbnail`` is a small picture
    for a list. Pages are white, ``dark`` or none (``transparent``). A workspace is within
    ``limits``, the robot's own or a full turn where not given. A motion is what ``simulate`` gave,
    or the path of a table; it is to scale, as is the ``viewer``, a page in which the robot is
    turned and moved. ``values`` are by symbol and go over the numbers that come with the robot. The
    options are those of ``load``; ``save`` writes what comes back.
    """
    pages = {"dark": dark, "transparent": transparent}
    details = {
        "posture": posture is not None, "to_scale": to_scale, "frames": bool(frames),
        "labels": not labels, "show": bool(show), "notation": bool(notation),
    }  # fmt: skip
    scheme_only = {"thumbnail": thumbnail, **details, **pages}
    if motion is not None:
        _refuse("motion", workspace=workspace, limits=limits is not None, **scheme_only)
        drawn = load(robot, **options)
        given = motion_of(motion) if isinstance(motion, Result) else read_motion(motion, drawn)
        return animate_motion(drawn, values, given, view)
    if viewer:
        _refuse("the viewer", **{**scheme_only, "posture": False, "notation": False},
                limits=limits is not None, view=view != "auto", workspace=workspace)  # fmt: skip
        return viewer_of(load(robot, **options), values, posture, notation)
    if workspace:
        _refuse("workspace", view=view != "auto", **scheme_only)
        drawn = load(robot, **options)
        title = f"{drawn.name}: what the tool reaches"
        return workspace_section(drawn, values, read_limits(drawn, limits), title=title)
    _refuse("the scheme", limits=limits is not None)
    if thumbnail:
        _refuse("a thumbnail", view=view != "auto", values=bool(values), **details)
        return draw_thumbnail(load(robot, **options), **pages)
    return scheme(
        load(robot, **options),
        view=view,
        posture=posture,
        values=values,
        frames=frames,
        labels=labels,
        show=show,
        notation=notation,
        to_scale=to_scale,
        **pages,
    )


def _refuse(mode: str, **unused: bool) -> None:
    """Complain of an argument that says nothing about what is drawn."""
    for name, present in unused.items():
        if present:
            raise ArgumentValueError(f"{name} does not go with {mode}")


def read_limits(robot: Robot, limits: LimitsLike | None) -> list[tuple[float, float]] | None:
    """(lowest, highest) of every coordinate: given, else the robot's own, else a full turn."""
    names = coordinates(robot)
    if limits is not None and not isinstance(limits, Mapping):
        if len(limits) != len(names):
            raise ArgumentValueError(
                f"limits: expected {len(names)} pairs (lowest, highest), not {len(limits)}"
            )
        limits = dict(zip(names, limits, strict=True))
    found: dict[str, tuple[float, float]] = {}
    try:
        limits = by_symbol(robot, limits or {}, names)
    except TorsorError as error:
        raise UnknownNameError(f"limits: {error}") from None
    for name, span in limits.items():
        try:
            low, high = (quantity(bound) for bound in span)
        except (TorsorError, ValueError) as error:
            told = error if isinstance(error, TorsorError) else "expected two numbers"
            raise TextError(f"limits {name}: {told}") from None
        if low > high:
            raise TextError(f"limits {name}: expected the lowest first, not {given(span)}")
        found[name] = (low, high)
    own = bounds_of(robot, drawing_values(robot))
    for k, name in enumerate(names, 1):
        low, high = own.get(k, (-inf, inf))
        if name not in found and -WIDEST < low < high < WIDEST:
            found[name] = (low, high)
    slides = zip(names, find_sliding(robot), strict=True)
    lacking = [name for name, sliding in slides if sliding and name not in found]
    if lacking:
        raise TorsorError(
            f"limits: {lacking[0]} of {robot.name} slides; expected its lowest and highest, "
            f"as {lacking[0]}=0:0.5"
        )
    return [found.get(name, (-pi, pi)) for name in names]
