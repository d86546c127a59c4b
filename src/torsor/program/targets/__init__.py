"""Source code in the languages that people deploy in, one file of syntax each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from torsor.arguments import validate_call
from torsor.errors import ArgumentValueError, TorsorError, UnknownNameError, shown, suggestion
from torsor.formats.load import RobotLike, load
from torsor.program.languages import LANGUAGES

TARGETS = {name: language.says for name, language in LANGUAGES.items()}

ALSO = {also: name for name, language in LANGUAGES.items() for also in (name, *language.also)}
"""The languages by all their names."""

FLOAT32 = 3.4e38
"""What single precision holds at most."""


@validate_call
def write_code(
    robot: RobotLike,
    target: str,
    values: Mapping[str, Any] | None = None,
    functions: Sequence[str] | None = None,
    payload: str = "none",
    name: str = "",
    float32: bool = False,
) -> dict[str, str]:
    """The robot's functions in a language: texts by file name, a build file and a self-test too.

    Symbols with a value are built in as numbers; the others are arguments of a set-up function.
    ``functions`` are names, by default those that control and simulation need first.
    """
    from torsor.program.functions.catalogue import FUNCTIONS, USUAL, list_functions, refuse_unknown
    from torsor.program.functions.preparation import numbers, prepare_robot
    from torsor.program.targets.shared.identifiers import stem_of
    from torsor.program.targets.shared.package import build_package

    target = ALSO.get(target.lower(), target)
    if target not in TARGETS:
        raise UnknownNameError(
            f"no target {shown(target)}{suggestion(target, TARGETS)}; "
            f"there are {', '.join(TARGETS)}"
        )
    if float32 and not LANGUAGES[target].float32:
        raise TorsorError(
            f"float32 is for C; the code of {target} works in the caller's floating-point type"
        )
    if name and stem_of(name) != name:
        raise TorsorError(
            f"names cannot begin with {shown(name)} in every language; {stem_of(name)!r} would do"
        )
    given = load(robot)
    made = prepare_robot(given, payload)
    wanted = list(functions) if functions is not None else list(USUAL)
    if wanted == ["all"]:
        wanted = list(list_functions(made))
    for function in wanted:
        refuse_unknown(function)
    if not wanted:
        raise TorsorError(f"no function is asked for; there are {', '.join(FUNCTIONS)}")
    built_in = numbers(given, made, values, own=False)
    whole = build_package(made, list(dict.fromkeys(wanted)), built_in, name)
    language = import_module(f"torsor.program.targets.{target}")
    if float32 and whole.largest > FLOAT32:
        raise ArgumentValueError(
            f"float32 holds numbers up to 3.4e38, and the code would need {whole.largest:.3g}"
        )
    options = {"float32": True} if float32 else {}
    written: dict[str, str] = language.files(whole, **options)
    return written
