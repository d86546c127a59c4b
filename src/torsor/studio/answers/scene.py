"""``scene``, ``thumbnail``: the robot for the viewer, and as a small picture."""

from __future__ import annotations

import json
from importlib import resources
from importlib.util import find_spec
from typing import Any

from torsor.errors import MissingExtraError, RobotError
from torsor.robot.robot import Robot
from torsor.studio.kept import Kept
from torsor.studio.places import about
from torsor.studio.protocol.description import Description
from torsor.studio.protocol.robots import Scene, SceneQuestion, Thumbnail, ThumbnailQuestion
from torsor.studio.reading import notation_for

NOT_HERE = "this page draws the library's robots alone; torsor studio on your own machine draws all"
AS_IN_LIBRARY = "The lengths are those that the library's robot is drawn with."


def answer_scene(asked: SceneQuestion, kept: Kept) -> Scene:
    """The scene, every length with a number."""
    robot = _chain(kept.reading(asked["robot"]).robot)
    if find_spec("numpy") is None:
        return {"scene": _at(_drawn_before(asked["robot"])["scene"]["scene"], asked)}
    from torsor.drawing.scene.data import scene_data
    from torsor.drawing.scene.scene import scene_of

    hand = notation_for(robot, asked.get("notation"))
    with about("values"):
        scene = scene_of(robot, asked.get("values") or None, asked.get("q"), hand)
    return {"scene": scene_data(scene)}


def answer_thumbnail(asked: ThumbnailQuestion, kept: Kept) -> Thumbnail:
    """A small picture."""
    robot, dark = _chain(kept.reading(asked["robot"]).robot), asked.get("dark", False)
    if find_spec("numpy") is None:
        found: Thumbnail = _drawn_before(asked["robot"])["dark" if dark else "light"]
        return found
    from torsor.drawing.thumbnail import thumbnail

    return {"svg": thumbnail(robot, dark=dark).svg}


def _chain(robot: Robot) -> Robot:
    if robot.bodies:
        raise RobotError(f"{robot.name!r} is given by bodies, without joints; it has no picture")
    return robot


def _drawn_before(robot: Description) -> dict[str, Any]:
    """What was drawn of a library's robot when the page was built, where there is no NumPy."""
    name = robot["text"].strip()
    file = resources.files("torsor.studio.answers") / "drawn" / f"{name}.json"
    if robot.get("kind", "") not in ("", "name") or "/" in name or not file.is_file():
        raise MissingExtraError(NOT_HERE)
    found: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return found


def _at(scene: dict[str, Any], asked: SceneQuestion) -> dict[str, Any]:
    """A scene at other coordinates; other lengths than it was drawn with are told."""
    q = asked.get("q") or []
    for one, value in zip(scene["coordinates"], q, strict=False):
        one["value"] = value
    if asked.get("values"):
        scene["notes"] = [*scene["notes"], AS_IN_LIBRARY]
    return scene
