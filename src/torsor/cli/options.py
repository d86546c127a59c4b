"""Options and arguments that several commands share, each stated once."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field, is_dataclass
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

from torsor.errors import TorsorError, shown

if TYPE_CHECKING:
    from torsor.formats.load import LoadOptions
    from torsor.robot.robot import Robot


def complete_robot(incomplete: str) -> list[str]:
    """Library names, for the shell's completion."""
    from torsor.formats.load import library_names

    return [name for name in library_names() if name.startswith(incomplete)]


def complete_notation(incomplete: str) -> list[str]:
    """Notation names, for the shell's completion."""
    from torsor.notation.notation import notation_names

    return [name for name in notation_names() if name.startswith(incomplete)]


def split_commas(text: str) -> tuple[str, ...]:
    """The words of an option that takes several, by commas."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


RobotArgument = Annotated[
    str,
    typer.Argument(
        metavar="ROBOT",
        help="A library name, a .toml, .urdf or MJCF (.xml) file, or a sequence such as "
        "'Rz(q1) tx(l1) Rz(q2)'.",
        autocompletion=complete_robot,
        show_default=False,
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for another program.")]
FormatOption = Annotated[
    str, typer.Option(help="text, latex, markdown, html, typst or docx (Word).")
]
OutputOption = Annotated[
    str, typer.Option("-o", "--output", help="Write to a file, whole or not at all.")
]
ValuesOption = Annotated[
    str, typer.Option(help="JSON or TOML file of numbers by symbol; - reads standard input.")
]
SetOption = Annotated[list[str], typer.Option("--set", help="NAME=VALUE; may be repeated.")]
PublishedOption = Annotated[
    bool,
    typer.Option(
        "--published", help="Begin with the numbers that come with the robot (torsor show)."
    ),
]
NotationOption = Annotated[
    str,
    typer.Option(
        help="standard, plain, rttrr, trtrr, 3r, spong, rv1a, or a .toml of your own; "
        "as the robot says if not given.",
        autocompletion=complete_notation,
    ),
]
MethodOption = Annotated[
    str,
    typer.Option(
        help="newton-euler (unless the robot has no chain), lagrange or virtual-work.",
        show_default=False,
    ),
]
ShorterOption = Annotated[
    str, typer.Option(help="Shorter forms, by commas: squares, double, sums.")
]
PayloadOption = Annotated[
    str,
    typer.Option(
        "--payload",
        help="The load: wrench, wrench-base, body, weight or none; as the robot says if not given.",
        show_default=False,
    ),
]
AssumeOption = Annotated[
    list[str],
    typer.Option(
        "--assume",
        help="A further hypothesis, as com_at_origin or 'Ixy3 = 0'; may be repeated.",
        show_default=False,
    ),
]
NoHypothesesOption = Annotated[
    bool, typer.Option("--no-hypotheses", help="Leave the robot's declared hypotheses out.")
]
WithOption = Annotated[
    list[str],
    typer.Option(
        "--with",
        help="Give every joint friction, rotors or springs, symbolic; may be repeated.",
        show_default=False,
    ),
]


@dataclass(frozen=True)
class Variant:
    """How a robot is to differ from its description: its load, hypotheses and drives."""

    payload: PayloadOption = ""
    assume: AssumeOption = field(default_factory=list)
    no_hypotheses: NoHypothesesOption = False
    with_: WithOption = field(default_factory=list)

    def load(self, spec: str | Robot) -> Robot:
        """The robot that the options ask for."""
        from torsor.formats.load import load

        return load(spec, **self.options)

    @property
    def options(self) -> LoadOptions:
        """The same as options of ``torsor.load``."""
        return {
            "payload": self.payload,
            "assume": self.assume,
            "no_hypotheses": self.no_hypotheses,
            "drives": self.with_,
        }


AS_DESCRIBED = Variant()


@dataclass(frozen=True)
class Reading:
    """How a robot's file is read: options of every command that takes a ROBOT."""

    tip: Annotated[
        str, typer.Option(help="URDF, MJCF: the link with the tool.", show_default=False)
    ] = ""
    rest: Annotated[
        str,
        typer.Option(
            help="With --tip: what is beside the chain is lumped into it, or kept.",
            show_default="lumped",
        ),
    ] = ""
    symbolic: Annotated[
        str,
        typer.Option(
            help="Symbols for the file's numbers, by commas: inertias, lengths.",
            show_default=False,
        ),
    ] = ""
    exact_angles: Annotated[
        str,
        typer.Option(
            help="URDF, MJCF: off takes angles near a multiple of 15° as they are written.",
            show_default="on",
        ),
    ] = ""
    without_constraints: Annotated[
        list[str],
        typer.Option(
            "--without-constraint",
            help="MJCF: leave out the constraint of this name, and say so; may be repeated.",
            show_default=False,
        ),
    ] = field(default_factory=list)

    def load(self, spec: str) -> str | Robot:
        """The robot of the file; where nothing is asked, the command itself reads it as usual."""
        from torsor.formats.load import load

        if not any(vars(self).values()):
            return spec
        if self.exact_angles not in ("", "on", "off"):
            raise TorsorError(f"--exact-angles {shown(self.exact_angles)}: expected on or off")
        asked = {**vars(self), "exact_angles": self.exact_angles != "off"}
        return load(spec, **asked | {"symbolic": split_commas(self.symbolic)})


def reads_robots(command: Callable[..., Any]) -> Callable[..., Any]:
    """The command with the options of ``Reading``, and with those of the groups that it takes.

    Its ROBOT is read before it runs.
    """
    hints = get_type_hints(command, include_extras=True)
    robots = [name for name, hint in hints.items() if hint == RobotArgument]
    parameters = []
    for name, own in inspect.signature(command).parameters.items():
        grouped = is_dataclass(hints[name])
        parameters += _options(hints[name]) if grouped else [own.replace(annotation=hints[name])]
    parameters += _options(Reading)

    @wraps(command)
    def run(**given: Any) -> Any:
        reading = _take(Reading, given)
        groups = {name: _take(hints[name], given) for name in hints if is_dataclass(hints[name])}
        read = {name: reading.load(given[name]) for name in robots}
        return command(**given | groups | read)

    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {p.name: p.annotation for p in parameters}
    return run


def _options(group: type[Any]) -> list[inspect.Parameter]:
    kind, usual = inspect.Parameter.POSITIONAL_OR_KEYWORD, vars(group())
    hints = get_type_hints(group, include_extras=True)
    return [
        inspect.Parameter(name, kind, default=usual[name], annotation=hint)
        for name, hint in hints.items()
    ]


def _take(group: type[Any], given: dict[str, Any]) -> Any:
    return group(**{name: given.pop(name) for name in vars(group())})
