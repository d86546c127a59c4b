"""``scene``: the robot for the viewer."""

from __future__ import annotations

from torsor.errors import RobotError
from torsor.studio.kept import Kept
from torsor.studio.places import about
from torsor.studio.protocol.robots import Scene, SceneQuestion, Thumbnail, ThumbnailQuestion
from torsor.studio.reading import notation_for


def answer_scene(asked: SceneQuestion, kept: Kept) -> Scene:
    """The scene, every length with a number."""
    from torsor.drawing.scene.data import scene_data
    from torsor.drawing.scene.scene import scene_of

    robot = kept.reading(asked["robot"]).robot
    if robot.bodies:
        raise RobotError(f"{robot.name!r} is given by bodies, without joints; it has no scene")
    hand = notation_for(robot, asked.get("notation"))
    with about("values"):
        scene = scene_of(robot, asked.get("values") or None, asked.get("q"), hand)
    return {"scene": scene_data(scene)}


def answer_thumbnail(asked: ThumbnailQuestion, kept: Kept) -> Thumbnail:
    """A small picture."""
    from torsor.drawing.thumbnail import thumbnail

    robot = kept.reading(asked["robot"]).robot
    if robot.bodies:
        raise RobotError(f"{robot.name!r} is given by bodies, without joints; it has no picture")
    return {"svg": thumbnail(robot, dark=asked.get("dark", False)).svg}
