"""Choosing and describing robots: the catalogue, a robot read, built, drawn."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from torsor.studio.protocol.description import Description, Kind


class CatalogueQuestion(TypedDict):
    """``catalogue``: what there is to choose from."""


class LibraryRobot(TypedDict):
    """A robot of the library."""

    name: str
    title: str
    structure: str
    group: str
    description: str
    source: str
    dof: int
    has_numbers: bool


class AtlasStructure(TypedDict):
    """A structure of the atlas, to be loaded by its word and axes."""

    word: str
    axes: str
    dof: int


class PaperEntry(TypedDict):
    """A paper that comes with Torsor, ready to be judged."""

    name: str
    title: str
    robot: str


class NamedThing(TypedDict):
    """A choice and what it means, in a phrase."""

    name: str
    says: str


class Catalogue(TypedDict):
    """All that can be chosen. ``engine`` is ``native`` or ``page``."""

    version: int
    engine: Literal["native", "page"]
    torsor: str
    robots: list[LibraryRobot]
    atlas: list[AtlasStructure]
    papers: list[PaperEntry]
    notations: list[str]
    hypotheses: list[NamedThing]
    payloads: list[NamedThing]
    drives: list[NamedThing]
    forms: list[NamedThing]
    shorter: list[NamedThing]
    collect: list[NamedThing]
    effects: list[NamedThing]
    takes: list[NamedThing]
    """What ``take`` can give here: ``toml``, ``latex``, ``c`` …"""
    errata: list[NamedThing]
    """What ``errata`` can give here."""
    reads: list[Kind]
    """What this engine reads; MJCF only the native one."""


class DescribeQuestion(TypedDict):
    """``describe``: what a robot is. It derives nothing, so it may be asked at every key."""

    robot: Description
    notation: NotRequired[str]


class JointRow(TypedDict):
    """A joint and its link, as text; ``parent`` is the number of the link that it is on."""

    number: int
    parent: int
    kind: Literal["R", "T", "F"]
    axis: str
    offset: list[str]
    rotation: list[str]
    coordinate: str
    """``q1``, or a sum where joints are coupled; nothing for a fixed joint."""
    mass: str
    com: list[str]
    inertia: list[str]
    """xx, yy, zz, xy, xz, yz about the mass centre."""


class HypothesisRow(TypedDict):
    """A hypothesis that could be made, whether it is, and why it cannot be."""

    name: str
    says: str
    on: bool
    declared: bool
    refused: str
    """A sentence where it does not fit this robot, else nothing."""


class SymbolRow(TypedDict):
    """A symbol of the equations: how it is printed, what it means and what it is worth."""

    name: str
    mathml: str
    text: str
    meaning: str
    unit: str
    kind: Literal["coordinate", "velocity", "acceleration", "parameter", "gravity", "payload"]
    link: int
    """Whose it is; −1 where it is of none, 0 the load."""
    value: float | None
    """The number that comes with the robot."""
    source: str


class Robot(TypedDict):
    """A robot, read."""

    name: str
    title: str
    structure: str
    dof: int
    source: str
    kind: Kind
    """What the text was taken for."""
    toml: str
    """Its description in the house's own format, to be edited."""
    declared: list[str]
    """The hypotheses that are made, all of them."""
    payload: str
    notation: str
    has_chain: bool
    """Whether it has joints; a robot given by bodies has none, and no scene."""
    joints: list[JointRow]
    tool: JointRow | None
    hypotheses: list[HypothesisRow]
    symbols: list[SymbolRow]
    notes: list[str]
    """What was merged, taken for or left out when it was read."""


class BuildQuestion(TypedDict):
    """``build``: TOML from joints that were clicked together."""

    name: str
    joints: list[BuiltJoint]
    tool: list[str]


class BuiltJoint(TypedDict):
    """A joint as it was clicked; the offset is three formulas."""

    kind: Literal["R", "T", "F"]
    axis: str
    offset: list[str]
    rotation: NotRequired[str]


class Built(TypedDict):
    """The text."""

    toml: str


class CadQuestion(TypedDict):
    """``cad``: the mass properties that a CAD program prints, for a link of the robot."""

    robot: Description
    text: str
    link: int


class CadValuesAnswer(TypedDict):
    """The numbers by symbol, and what is to be told of them."""

    values: dict[str, float]
    toml: str
    """The robot with these numbers kept beside its symbols, to be edited on."""
    notes: list[str]


class SceneQuestion(TypedDict):
    """``scene``: the robot for the viewer; ``q`` in radians and metres."""

    robot: Description
    values: NotRequired[dict[str, float]]
    q: NotRequired[list[float]]
    notation: NotRequired[str]


class ThumbnailQuestion(TypedDict):
    """``thumbnail``: a small picture of the robot, without words."""

    robot: Description
    dark: NotRequired[bool]


class Thumbnail(TypedDict):
    """An SVG image, in which nothing runs."""

    svg: str


class Scene(TypedDict):
    """``scene`` is ``SceneData`` of ``web/src/types.ts``."""

    scene: dict[str, Any]
