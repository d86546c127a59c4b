"""A robot's report: which sections it has, in order, and the document that they make."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path, PurePath
from shlex import quote
from typing import Annotated, Any, Unpack

from torsor.arguments import choice, given, validate_call, validate_fields
from torsor.derivation import derive, join_values
from torsor.document.blocks import (
    Block,
    Document,
    Paragraph,
    Typesetting,
)
from torsor.equations.shorter import FORMS
from torsor.errors import ArgumentValueError, TorsorError, UnknownNameError, shown, suggestion
from torsor.formats.load import LoadOptions, Names, RobotLike, load, names_of
from torsor.mechanics.methods import METHODS
from torsor.notation.notation import load_notation
from torsor.reporting.composer import NO_NUMBERS, Composer, Numbers
from torsor.reporting.framing import define_intermediates, write_subtitle, write_summary
from torsor.reporting.identified import (
    MaybeIdentified,
    identified_robot,
    require_identification,
)
from torsor.reporting.sections.base_parameters import base_section
from torsor.reporting.sections.description.reading import reading_appendix
from torsor.reporting.sections.description.robot import hypotheses_section, robot_section
from torsor.reporting.sections.energies import energies_section
from torsor.reporting.sections.forces import forces_section, matrices_section
from torsor.reporting.sections.identification import identification_section
from torsor.reporting.sections.kinematics import kinematics_section
from torsor.reporting.sections.motion import motion_section
from torsor.reporting.sections.passes import inward_section, outward_section
from torsor.reporting.sections.proof import certificate_section, operations_section
from torsor.reporting.sections.study import study_section
from torsor.reporting.sections.symbols import symbols_section
from torsor.reporting.studied import MaybeStudied, require_study
from torsor.robot.hypotheses import substitute
from torsor.robot.robot import Robot
from torsor.robot.values import read_values

CHAIN: dict[str, Callable[[Composer], list[Block]]] = {
    "kinematics": kinematics_section,
    "outward": outward_section,
    "inward": inward_section,
    "base": base_section,
}
"""The sections that a robot given by bodies alone does not have."""

MADE: dict[str, Callable[[Composer], list[Block]]] = {
    "robot": robot_section,
    "hypotheses": hypotheses_section,
    "kinematics": kinematics_section,
    "outward": outward_section,
    "inward": inward_section,
    "forces": forces_section,
    "matrices": matrices_section,
    "energies": energies_section,
    "base": base_section,
    "certificate": certificate_section,
    "operations": operations_section,
}
SECTIONS = (
    "robot", "hypotheses", "identification", "kinematics", "outward", "inward", "forces",
    "matrices", "energies", "base", "certificate", "operations", "simulation", "study", "symbols",
)  # fmt: skip
"""All of them, in the order of the document."""
OPTIONAL = ("identification", "simulation", "study")
"""Those that a report has only if there is what they tell of."""
MOST_PAGES = 100
LARGEST = 10**30
"""Numbers beyond this are refused: no page holds them."""
SUFFIXES = (".toml", ".urdf", ".xml", ".mjcf", ".json")
"""What a robot's file ends in."""


@dataclass(frozen=True)
class Wanted:
    """What a report is to have; no sections means all."""

    notation: str = ""
    sections: tuple[str, ...] = ()
    shorter: tuple[Annotated[str, choice(FORMS)], ...] = ()
    pages: int = 2
    """Pages that one form may take before it is shortened."""
    title: str = ""
    author: str = ""
    scenario: str = ""
    """The file of a motion to simulate and plot."""
    identification: MaybeIdentified = None
    """What ``torsor.identify`` gave, to be told of."""
    study: MaybeStudied = None
    """What ``torsor.study`` gave, to be told of."""
    method: Annotated[str, choice(METHODS)] = ""
    spec: str = ""
    """What the robot was asked for by, for the commands that the report names."""
    values: Mapping[str, Any] = field(default_factory=dict)
    """Numbers by symbol, put into every equation."""
    published: bool = False
    """Whether the numbers that come with the robot are put in, too."""

    def __post_init__(self) -> None:
        validate_fields(self)
        for name in self.sections:
            if name not in SECTIONS:
                raise UnknownNameError(
                    f"no section {shown(name)}; expected {', '.join(SECTIONS)}"
                    f"{suggestion(name, SECTIONS)}"
                )
        for name in self.shorter:
            if name not in FORMS:
                raise UnknownNameError(
                    f"no shorter form {shown(name)}; expected {', '.join(FORMS)}"
                    f"{suggestion(name, FORMS)}"
                )
        if not 1 <= self.pages <= MOST_PAGES:
            raise ArgumentValueError(f"pages is {given(self.pages)}; expected 1 to {MOST_PAGES}")
        if "simulation" in self.sections and not self.scenario:
            raise TorsorError("the section simulation needs a scenario: --simulate FILE.toml")
        if "study" in self.sections and self.study is None:
            raise TorsorError("the section study needs a study that is done: --study FOLDER")
        if "identification" in self.sections and self.identification is None:
            raise TorsorError("the section identification needs logs: --logs FILE")


@dataclass(frozen=True, repr=False)
class Report(Document):
    """A robot's report, shown in notebooks; ``save`` writes it."""

    def __repr__(self) -> str:
        return f"<Report {self.title}: {len(self.blocks)} blocks>"

    def _repr_html_(self) -> str:
        from torsor.document.writers.html import to_html

        return to_html(self)

    @validate_call
    def save(self, path: str | os.PathLike[str]) -> list[Path]:
        """Write it, by the suffix .pdf, .typ, .tex, .html or .md; what was written."""
        from torsor.reporting.report_files import save

        return save(self, path)


@validate_call
def report(
    robot: RobotLike,
    *,
    notation: str = "",
    sections: Names = (),
    pages: int = 2,
    shorter: Names = (),
    method: str = "",
    title: str = "",
    author: str = "",
    simulate: str = "",
    identification: MaybeIdentified = None,
    study: MaybeStudied = None,
    values: Mapping[str, Any] | None = None,
    published: bool = False,
    **options: Unpack[LoadOptions],
) -> Report:
    """A robot's report: scheme, frames, equations, proofs, counts and symbols; ``save`` writes it.

    ``sections`` are names, all if none is given. A form that would take more than ``pages`` is
    shortened; ``shorter`` forms are squares, double, sums. ``simulate`` is the file of a scenario
    to simulate and plot, ``study`` what ``torsor.study`` gave of this robot. With an
    ``identification``, as ``torsor.identify`` gave it of this robot, the report is of the
    identified robot. ``values`` are numbers by symbol that are put in, over
    those that come with the robot where these are ``published``. The options are those of ``load``.
    """
    wanted = Wanted(
        notation=notation,
        sections=_split(sections),
        shorter=_split(shorter),
        pages=int(pages),
        title=title,
        author=author,
        scenario=simulate,
        method=method,
        identification=identification,
        study=study,
        values=values or {},
        published=published,
        spec=robot if isinstance(robot, str) and identification is None else "",
    )
    if identification is not None:
        robot = identified_robot(robot, identification)
    return compose(load(robot, **options), wanted)


def _split(names: Names) -> tuple[str, ...]:
    return tuple(part for name in names_of(names) for part in chosen_sections(name))


@validate_call
def compose(robot: RobotLike, wanted: Wanted | None = None) -> Report:
    """The report of a robot (anything that ``load`` takes)."""
    wanted = wanted or Wanted()
    given, numbers = _put_numbers(load(robot), wanted)
    notation = load_notation(wanted.notation or given.notation or "standard")
    model = derive(given, wanted.method or None)
    spec = wanted.spec or (robot if isinstance(robot, str) else "ROBOT")
    composer = Composer(
        model, notation, wanted.shorter, wanted.pages, _quoted(spec), wanted.notation, numbers
    )
    identified = wanted.identification is not None
    told = {
        "simulation": bool(wanted.scenario), "identification": identified,
        "study": wanted.study is not None,
    }  # fmt: skip
    chosen = wanted.sections or tuple(
        name for name in SECTIONS
        if not (given.bodies and name in CHAIN) and (name not in OPTIONAL or told[name])
    )  # fmt: skip
    blocks: list[Block] = []
    for name in SECTIONS:  # the order of the document, whatever the order asked for
        if name not in chosen:
            continue
        if name in CHAIN and given.bodies:
            reason = f"{given.name} is given by bodies and has no chain: no {name} section."
            blocks.append(Paragraph((reason,)))
        elif name == "identification":
            blocks += identification_section(
                composer, require_identification(wanted.identification)
            )
        elif name == "simulation":
            blocks += motion_section(composer, wanted.scenario)
        elif name == "study":
            blocks += study_section(require_study(wanted.study, given))
        elif name in MADE:
            blocks += MADE[name](composer)
    appendix = define_intermediates(composer)
    if "robot" in chosen:
        appendix += reading_appendix(composer)
    table, explained = symbols_section(composer)
    if "symbols" in chosen:
        blocks += table
    title = wanted.title or f"Dynamic model of {given.name}"
    return Report(
        title,
        (*blocks, *appendix),
        subtitle=write_subtitle(composer, identified),
        author=wanted.author,
        summary=write_summary(composer),
        typesetting=Typesetting(notation.product, notation.ascii),
        numbered=True,
        explained=explained,
    )


def _put_numbers(robot: Robot, wanted: Wanted) -> tuple[Robot, Numbers]:
    """The robot with the numbers that are asked for in the place of its symbols."""
    if not (wanted.values or wanted.published):
        return robot, NO_NUMBERS
    joined = join_values(robot, wanted.values, wanted.published)
    values = read_values(robot, joined, "the values")
    for name, value in values.items():
        if abs(value.constant or Fraction(0)) > LARGEST:
            raise ArgumentValueError(f"the values: {name} is beyond {float(LARGEST):.0e}, refused")
    numbers = Numbers(frozenset(values), wanted.published, bool(wanted.values))
    return substitute(robot, values), numbers


def _quoted(spec: str) -> str:
    """A robot's name as a shell takes it; of a file its name, without the folders of a machine."""
    line = " ".join(spec.split())
    if PurePath(line).suffix.lower() in SUFFIXES:
        line = PurePath(line).name
    return quote(line if len(line) <= 60 else "ROBOT")


def chosen_sections(text: str) -> tuple[str, ...]:
    """``"forces, matrices"`` as names."""
    return tuple(part.strip() for part in text.split(",") if part.strip())
