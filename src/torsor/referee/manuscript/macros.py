"""The macros that authors define: how definitions are read, and what a call becomes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from torsor.referee.manuscript.stream import MacroError, Stream
from torsor.referee.manuscript.traced import Traced, join, place_at

PARAMETER = re.compile(r"#(#|[1-9])")
PLAIN_PARAMETERS = re.compile(r"(?:\s*#[1-9])*\s*")
PROGRAM = re.compile(
    r"\\(?:csname|expandafter|catcode|futurelet|@ifnextchar|@ifstar|loop"
    r"|if(?!f(?![A-Za-z]))[a-zA-Z]*|IfNoValueTF|IfBooleanTF|IfValueTF|noexpand|uppercase|lowercase|read|write)(?![A-Za-z])"
)
"""What makes a macro a program, which is not run."""
COMMANDS = (
    "newcommand", "renewcommand", "providecommand", "DeclareRobustCommand", "newrobustcmd",
    "renewrobustcmd",
)  # fmt: skip
OPERATORS = ("DeclareMathOperator", "operatorname@def")
DOCUMENT_COMMANDS = (
    "NewDocumentCommand", "RenewDocumentCommand", "ProvideDocumentCommand",
    "DeclareDocumentCommand",
)  # fmt: skip
ENVIRONMENTS = ("newenvironment", "renewenvironment")
DEFINING = frozenset(
    (*COMMANDS, *OPERATORS, *DOCUMENT_COMMANDS, *ENVIRONMENTS, "def", "gdef", "edef", "xdef",
     "let", "DeclarePairedDelimiter")
)  # fmt: skip
"""The commands that define others, without a star."""


@dataclass(frozen=True)
class Macro:
    """A body with parameters, of which some may be left out and have a default then."""

    body: str
    arguments: int = 0
    defaults: tuple[str | None, ...] = ()
    """For each argument its default, if it stands in square brackets."""
    starred: str = ""
    """The body where a star follows the name, if that makes a difference."""
    refused: str = ""
    """Why it is not expanded, if it is not."""


@dataclass(frozen=True)
class Definition:
    """What a definition says: the name of a command or an environment, and its macro."""

    name: str
    macro: Macro
    closing: Macro | None = None
    """What an environment ends with."""
    everywhere: bool = False
    """Whether it holds beyond the group that it stands in."""
    provided: bool = False
    """Whether it holds only if there is no other."""


def read_definition(command: str, stream: Stream, known: dict[str, Macro]) -> Definition:
    """The definition whose command has just been read."""
    star = stream.take("*")
    if command in COMMANDS:
        name = stream.name()
        return Definition(name, _bounded(stream), provided=command == "providecommand")
    if command in OPERATORS:
        name = stream.name()
        body = f"\\operatorname{'*' if star else ''}{{{stream.argument().text}}}"
        return Definition(name, Macro(body))
    if command in ENVIRONMENTS:
        name = stream.argument().text.strip()
        opening = _bounded(stream)
        return Definition(name, opening, _checked(Macro(stream.argument().text)))
    if command in DOCUMENT_COMMANDS:
        name = stream.name()
        return Definition(name, _document_command(stream), provided="Provide" in command)
    if command == "DeclarePairedDelimiter":
        name, left, right = stream.name(), stream.argument().text, stream.argument().text
        body = f"{left} #1 {right}"
        return Definition(name, Macro(body, 1, starred=f"\\left{left} #1 \\right{right}"))
    if command == "let":
        name = stream.name()
        stream.take("=")
        other = stream.argument().text
        same = known.get(other.removeprefix("\\"))
        return Definition(name, same or Macro(other))
    name = stream.name()
    parameters = stream.until_brace()
    count = parameters.count("#")
    macro = Macro(stream.argument().text, count)
    if not PLAIN_PARAMETERS.fullmatch(parameters) or count > 9:
        macro = Macro("", refused="takes arguments between marks of its own")
    return Definition(name, _checked(macro), everywhere=command in ("gdef", "xdef"))


def _bounded(stream: Stream) -> Macro:
    """Number of arguments, default and body, as \\newcommand has them."""
    count = stream.option()
    default = stream.option() if count else None
    body = stream.argument().text
    number = count.text.strip() if count else "0"
    if number not in tuple("0123456789"):
        return Macro("", refused=f"has {number[:10]} arguments")
    defaults = (default.text,) if default else ()
    return _checked(Macro(body, int(number), defaults))


def _document_command(stream: Stream) -> Macro:
    """A macro whose arguments are listed by kind: m has braces, O{…} a default."""
    kinds = stream.argument()
    body = stream.argument().text
    defaults: list[str | None] = []
    rest = re.sub(r"\s", "", kinds.text)
    while rest:
        found = re.match(r"m|O\{([^{}]*)\}", rest)
        if not found:
            return Macro("", refused=f"takes arguments of the kind {rest[:10]}")
        defaults.append(found[1])
        rest = rest[found.end() :]
    return _checked(Macro(body, len(defaults), tuple(defaults)))


def _checked(macro: Macro) -> Macro:
    """A macro, refused if it is a program or speaks of arguments that it does not have."""
    program = PROGRAM.search(macro.body)
    if program:
        return Macro("", macro.arguments, refused=f"uses {program[0]}, which is not run")
    numbers = [int(n) for n in PARAMETER.findall(macro.body) if n != "#"]
    if max(numbers, default=0) > macro.arguments and not macro.refused:
        return Macro("", macro.arguments, refused="uses an argument that it does not have")
    return macro


def read_arguments(macro: Macro, stream: Stream) -> list[Traced | str]:
    """The arguments of a call; a default is plain text."""
    found: list[Traced | str] = []
    for number in range(macro.arguments):
        default = macro.defaults[number] if number < len(macro.defaults) else None
        if default is None:
            found.append(stream.argument())
        else:
            option = stream.option()
            found.append(default if option is None else option)
    return found


def substitute(body: str, arguments: Sequence[Traced | str], whole: Traced, at: int) -> Traced:
    """What a call becomes: the body stands at the call, the arguments where they are written."""
    pieces: list[Traced] = []
    position = 0
    for parameter in PARAMETER.finditer(body):
        pieces.append(place_at(body[position : parameter.start()], whole, at))
        position = parameter.end()
        if parameter[1] == "#":
            pieces.append(place_at("#", whole, at))
            continue
        if int(parameter[1]) > len(arguments):
            raise MacroError("uses an argument that it does not have")
        argument = arguments[int(parameter[1]) - 1]
        traced = argument if isinstance(argument, Traced) else place_at(argument, whole, at)
        pieces.append(traced)
    pieces.append(place_at(body[position:], whole, at))
    return join(pieces)
