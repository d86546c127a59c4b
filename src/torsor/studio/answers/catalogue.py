"""``catalogue``: what there is to choose from."""

from __future__ import annotations

import json
import sys
import tomllib
from importlib import resources
from itertools import product
from typing import cast

from torsor.equations.collect import BY
from torsor.equations.shorter import FORMS
from torsor.formats.load import library_names, library_robot
from torsor.mechanics.effects import EFFECTS, MEANINGS
from torsor.notation.notation import notation_names
from torsor.robot.hypotheses import PHRASES
from torsor.studio.answers.takes import ERRATA, TAKES
from torsor.studio.kept import Kept
from torsor.studio.protocol import VERSION
from torsor.studio.protocol.description import Kind
from torsor.studio.protocol.robots import (
    AtlasStructure,
    Catalogue,
    CatalogueQuestion,
    LibraryRobot,
    NamedThing,
    PaperEntry,
)

IN_PAGE = sys.platform == "emscripten"

PAYLOADS = {
    "wrench": "a force and a moment at the tool, in its axes",
    "wrench-base": "a force and a moment at the tool, in the base's axes",
    "body": "a body that the tool carries",
    "weight": "a weight at the tool",
    "none": "nothing",
}
DRIVES = {
    "friction": "viscous and Coulomb friction at every joint",
    "rotors": "a rotor behind a gear at every joint",
    "springs": "a spring at every joint",
}
MODEL_FORMS = {
    "tau": "the generalised driving forces",
    "matrices": "M, C and g, entry by entry",
    "steps": "every step of the two passes at every link",
    "energies": "energies, momenta and the Lagrangian",
    "base": "the base parameters, and the driving forces in them",
}
SHORTER = {
    "squares": "s² + c² and 1 − c² put together",
    "double": "sines and cosines of double angles",
    "sums": "sines and cosines of sums of angles",
}
COLLECTED = {
    "acceleration": "behind their acceleration",
    "velocity": "behind their velocities",
    "motion": "behind what moves",
    "parameter": "behind their mass or inertia",
}
LONGEST_WORD = 3
"""Joints of the structures that the atlas lists; a longer word is typed."""


def answer_catalogue(asked: CatalogueQuestion, kept: Kept) -> Catalogue:
    """All that can be chosen."""
    from torsor import __version__

    reads: list[str] = ["name", "line", "word", "toml", "urdf"]
    return {
        "version": VERSION,
        "engine": "page" if IN_PAGE else "native",
        "torsor": __version__,
        "robots": library_robots(),
        "atlas": atlas(),
        "papers": _papers(),
        "notations": list(notation_names()),
        "hypotheses": _listed(PHRASES),
        "payloads": _listed(PAYLOADS),
        "drives": _listed(DRIVES),
        "forms": _listed(MODEL_FORMS),
        "shorter": _listed({name: SHORTER[name] for name in FORMS}),
        "collect": _listed({name: COLLECTED[name] for name in BY}),
        "effects": _listed({name: MEANINGS[name] for name in EFFECTS}),
        "takes": [_named(name, take.says) for name, take in TAKES.items() if take.is_here()],
        "errata": [_named(name, take.says) for name, take in ERRATA.items() if take.is_here()],
        "reads": cast("list[Kind]", reads if IN_PAGE else [*reads, "mjcf"]),
    }


def library_robots() -> list[LibraryRobot]:
    """The library's robots; where the page's engine was built they were read once for all."""
    file = resources.files("torsor.studio.answers") / "drawn" / "library.json"
    if file.is_file():
        found: list[LibraryRobot] = json.loads(file.read_text("utf-8"))
        return found
    return [_robot(name) for name in library_names()]


def atlas() -> list[AtlasStructure]:
    """Every structure of one to three joints whose axes are those of its frames."""
    found: list[AtlasStructure] = []
    for joints in range(1, LONGEST_WORD + 1):
        for kinds in product("RT", repeat=joints):
            for axes in product("xyz", repeat=joints):
                # The first axis may be called z, and the next that is another one x.
                others = [axis for axis in axes if axis != axes[0]]
                if axes[0] == "z" and (not others or others[0] == "x"):
                    found.append({"word": "".join(kinds), "axes": "".join(axes), "dof": joints})
    return found


def _robot(name: str) -> LibraryRobot:
    robot = library_robot(name)
    return {
        "name": name,
        "title": robot.name,
        "structure": robot.structure,
        "group": robot.group,
        "description": robot.description,
        "source": robot.source,
        "dof": robot.dof,
        "has_numbers": bool(robot.values),
    }


def _papers() -> list[PaperEntry]:
    folder = resources.files("torsor.library") / "papers"
    found: list[PaperEntry] = []
    for file in sorted(folder.iterdir(), key=lambda f: f.name):
        if file.name.endswith(".toml"):
            table = tomllib.loads(file.read_text("utf-8"))
            name = file.name.removesuffix(".toml")
            title = str(table.get("title") or table.get("name") or name)
            found.append({"name": name, "title": title, "robot": str(table.get("robot", name))})
    return found


def _named(name: str, says: str) -> NamedThing:
    return {"name": name, "says": says}


def _listed(table: dict[str, str]) -> list[NamedThing]:
    return [_named(name, says) for name, says in table.items()]
