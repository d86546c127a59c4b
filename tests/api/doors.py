"""Every public door of the package, found by looking: functions, constructors, methods.

A public function is one that a public module lists; a public class is one that is listed, or
whose object a public function hands back, be it inside another.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable, Iterator, Mapping
from contextlib import chdir
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from tempfile import TemporaryDirectory
from typing import Any, get_type_hints

from tests.api import samples

from torsor.arguments import argument_hints

MODULES = ("torsor", "torsor.drawing", "torsor.reporting", "torsor.equations", "torsor.notation")
ALSO = {
    "torsor.robot.hypotheses": ("assume",),
}
"""What the pages and the examples name besides."""

ELSEWHERE = ("compile", "open_arm")
"""The compiled arm and the saved one have tests of their own."""

MADE_BY_US = (
    "Expression", "Term", "Model", "Animation", "Drawing", "Plot", "Viewer", "Document", "Glyph",
    "Notation", "RobotText", "CadValues", "Why", "Certificate", "PaperCheck", "ModelDiff", "Arm",
    "SourceFiles", "Result", "Selection", "Report", "Identification", "Excitation", "Matrix",
    "Vector", "StudyResult", "Classification", "Atlas", "SavedArm",
)  # fmt: skip
"""Public types whose objects come from functions: nobody makes them by hand."""

INNER = {
    "torsor.mechanics.chain": "the recursions' own view of a robot",
    "torsor.mechanics.drives": "the recursions' own view of a robot",
    "torsor.mechanics.bodies": "the recursions' own view of a robot",
    "torsor.mechanics.partial_velocities": "the recursions' own view of a robot",
    "torsor.algebra.scalars.ring": "how formulas become scalars",
    "torsor.spatial.inertia": "the recursions' own view of a robot",
    "torsor.referee.reading.terms": "what printed equations are read into",
    "torsor.referee.reading.latex.places": "what printed equations are read into",
    "torsor.notation.glyph": "what printers are made of",
    "torsor.drawing.scene.view": "what drawings are made of",
    "torsor.drawing.scene.coordinates": "what drawings are made of",
    "torsor.drawing.scene.joint_places": "what drawings are made of",
    "torsor.drawing.scene.skeleton": "what drawings are made of",
    "torsor.drawing.moving.moving_scheme": "what drawings are made of",
    "torsor.drawing.palette": "what drawings are made of",
    "torsor.algebra.formula": "what descriptions are made of",
    "torsor.motion.actuators.selection": "how a cycle is measured",
    "torsor.studies.atlas.columns": "what a row of the atlas has",
    "torsor.studies.atlas.lines": "what a robot is read into to be classified",
    "torsor.studies.atlas.mapping": "what a classification is told from",
    "torsor.studies.execution.work": "what a study is carried out as",
    "torsor.studies.study_file": "what a study is read into",
    "torsor.studies.designs.factors": "what a study is read into",
    "torsor.studies.designs.sampling": "what a study is read into",
    "torsor.studies.structures": "what a study is read into",
    "torsor.studies.measures.block": "what a study is read into",
    "torsor.studies.summary": "what a study is read into",
}
"""Modules whose objects can be got at, but which are no interface."""

INNER_METHODS = {
    "Ring.reduce": "takes FLINT's own polynomials",
    "Ring.coerce": "takes a recursion's own scalars",
    "Wrench.rotate": "takes a recursion's own matrices",
    "Wrench.shift": "takes a recursion's own vectors",
    "Model.vector": "takes a recursion's own vectors",
    "Model.put_values": "takes expressions of the symbolic model",
    "LinkSteps.map": "takes a function",
}


@dataclass(frozen=True)
class Door:
    """Something to call, with arguments that are right."""

    name: str
    call: Callable[..., Any]
    good: Mapping[str, Any]

    @property
    def parameters(self) -> list[inspect.Parameter]:
        """What it takes, by name."""
        found = inspect.signature(self.call).parameters.values()
        return [p for p in found if p.kind is not inspect.Parameter.VAR_KEYWORD]

    @property
    def hints(self) -> dict[str, Any]:
        """The types that its signature tells, as far as they can be looked up here."""
        try:
            made = isinstance(self.call, type) and not dataclasses.is_dataclass(self.call)
            if made or dataclasses.is_dataclass(self.call):
                return get_type_hints(self.call.__init__ if made else self.call)
            return argument_hints(self.call)
        except NameError:
            return {}

    def lacks(self) -> list[str]:
        """What it needs and is not given."""
        empty, rest = inspect.Parameter.empty, inspect.Parameter.VAR_POSITIONAL
        return [
            p.name
            for p in self.parameters
            if p.default is empty and p.kind is not rest and p.name not in self.good
        ]

    def with_bad(self, parameter: inspect.Parameter, value: Any) -> Any:
        """The call with one argument in place of the good one."""
        if parameter.kind is inspect.Parameter.VAR_POSITIONAL:
            return self.call(*self.good.values(), value)
        return self.call(**{**self.good, parameter.name: value})


def public_names() -> Iterator[tuple[str, Any]]:
    """Every listed name with what it stands for."""
    listed = {module: tuple(import_module(module).__all__) for module in MODULES} | ALSO
    for module, names in listed.items():
        for name in names:
            if name not in ELSEWHERE and not name.startswith("__"):
                yield name, getattr(import_module(module), name)


@cache
def doors() -> tuple[Door, ...]:
    """Every door, functions first."""
    good = samples.arguments()
    found: dict[str, Door] = {}
    seen: list[Any] = [*extra()]
    for name, thing in public_names():
        if isinstance(thing, type) and issubclass(thing, Exception):
            continue
        if not callable(thing):
            continue
        if name not in MADE_BY_US:
            door = Door(name, thing, good.get(name, {}))
            found[name] = door
            with TemporaryDirectory() as folder, chdir(folder):  # some doors write files
                seen.append(thing(**door.good))
    for kind, instance in reached(seen).items():
        for name in methods(kind) if kind.__module__ not in INNER else ():
            whole = f"{kind.__name__}.{name}"
            if whole in INNER_METHODS:
                continue
            found[whole] = Door(whole, getattr(instance, name), good.get(whole, {}))
    return tuple(found.values())


def extra() -> Iterator[Any]:
    """Objects that the good arguments do not lead to."""
    yield samples.model().links[2].f
    yield samples.model().tau[0]
    yield samples.model()
    yield samples.model().linearised({})


def methods(kind: type) -> list[str]:
    """The public methods of a class of ours, not those of tuple or dict."""
    return [
        name
        for name in dir(kind)
        if not name.startswith("_")
        and (inspect.isfunction(getattr(kind, name)) or inspect.ismethod(getattr(kind, name)))
        and getattr(kind, name).__module__.startswith("torsor")
    ]


def reached(first: list[Any]) -> dict[type, Any]:
    """One object of each of our classes that can be got at by public attributes."""
    found: dict[type, Any] = {}
    waiting = list(first)
    while waiting:
        thing = waiting.pop(0)
        if isinstance(thing, (tuple, list, dict)):
            waiting += list(thing.values() if isinstance(thing, dict) else thing)[:3]
        kind = type(thing)
        if not kind.__module__.startswith("torsor") or kind in found or isinstance(thing, type):
            continue
        found[kind] = thing
        waiting += [getattr(thing, name) for name in attributes(thing)]
    return found


def attributes(thing: Any) -> list[str]:
    """The public fields and properties of an object."""
    kind = type(thing)
    names = {n for n in getattr(thing, "__dict__", ()) if not n.startswith("_")}
    if dataclasses.is_dataclass(kind):
        names |= {f.name for f in dataclasses.fields(kind) if not f.name.startswith("_")}
    for name in dir(kind):
        is_made = isinstance(getattr(kind, name, None), (property, cached_property))
        if is_made and not name.startswith("_"):
            names.add(name)
    return sorted(names)
