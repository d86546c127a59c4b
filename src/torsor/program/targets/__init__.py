"""Source code in the languages that people deploy in, one file of syntax each."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Unpack

from torsor.arguments import validate_call
from torsor.errors import ArgumentValueError, TorsorError, UnknownNameError, shown, suggestion
from torsor.formats.load import Description, Names, RobotLike, load, names_of
from torsor.program.languages import LANGUAGES
from torsor.program.objects.architectures import read_float, read_triple
from torsor.robot.values import own_values

TARGETS = {name: language.says for name, language in LANGUAGES.items()}

ALSO = {also: name for name, language in LANGUAGES.items() for also in (name, *language.also)}
"""The languages by all their names."""

OBJECT = "object"
"""What is no language: machine code for another machine, told by its triple."""

FLOAT32 = 3.4e38
"""What single precision holds at most."""


class SourceFiles(dict[str, Any]):
    """Source files by name: texts, and the bytes of an object.

    ``stack`` has the bytes of stack that each function of an object takes.
    """

    def __init__(
        self, files: Mapping[str, str | bytes], stack: Mapping[str, int] | None = None
    ) -> None:
        super().__init__(files)
        self.stack = dict(stack or {})

    @validate_call
    def save(self, folder: str | os.PathLike[str], force: bool = False) -> list[Path]:
        """Write them, all or none; a folder with foreign files is refused unless ``force``.

        Of an object ``folder`` may also be its own path, which ends in .o: the header goes beside.
        """
        from torsor.files import write_folder as write_beside
        from torsor.program.targets.shared.output_folder import write_folder

        place = Path(folder)
        if place.suffix == ".o" and self.stack and not place.is_dir():
            named = {f"{place.stem}{Path(name).suffix}": content for name, content in self.items()}
            return write_beside(place.parent, named)
        return write_folder(folder, self, force)


@validate_call
def code(
    robot: RobotLike,
    target: str,
    values: Mapping[str, Any] | None = None,
    functions: Names | None = None,
    payload: str = "none",
    name: str = "",
    float32: bool = False,
    published: bool = False,
    triple: str = "",
    **options: Unpack[Description],
) -> SourceFiles:
    """The robot's functions in a language, as files with a build file and a self-test.

    ``target`` is c, cpp, rust, python, matlab, javascript or cuda; or object, which is machine code
    for the machine of a ``triple``, with a header for C. Symbols with a value are built
    in as numbers, with ``published`` those that come with the robot too; the others are arguments
    of a set-up function. ``functions`` are names, or ``"all"``; ``payload`` as in ``compile``;
    ``name`` is how names begin, ``float32`` is C or an object in single precision. The options are
    those of ``load``.
    """
    wanted = load(robot, **options)
    given = dict(values or {})
    if published:
        if not wanted.values:
            raise TorsorError(f"published: {wanted.name} comes without numbers")
        given = own_values(wanted) | given
    asked = None if functions is None else [*names_of(functions)]
    if asked is not None:
        asked = [part.strip() for text in asked for part in text.split(",") if part.strip()]
    return write_code(wanted, target, given, asked, payload, name, float32, triple)


@validate_call
def write_code(
    robot: RobotLike,
    target: str,
    values: Mapping[str, Any] | None = None,
    functions: Sequence[str] | None = None,
    payload: str = "none",
    name: str = "",
    float32: bool = False,
    triple: str = "",
) -> SourceFiles:
    """The robot's functions in a language: texts by file name, a build file and a self-test too.

    Symbols with a value are built in as numbers; the others are arguments of a set-up function.
    ``functions`` are names, by default those that control and simulation need first.
    """
    from torsor.program.functions.catalogue import FUNCTIONS, USUAL, list_functions, refuse_unknown
    from torsor.program.functions.preparation import as_doubles, numbers, prepare_robot
    from torsor.program.targets.shared.identifiers import stem_of
    from torsor.program.targets.shared.package import build_package

    target = ALSO.get(target.lower(), target)
    if target not in (*TARGETS, OBJECT):
        raise UnknownNameError(
            f"no target {shown(target)}{suggestion(target, (*TARGETS, OBJECT))}; "
            f"there are {', '.join((*TARGETS, OBJECT))}"
        )
    if triple and target != OBJECT:
        raise ArgumentValueError(f"a triple is for objects; {target} is built where it runs")
    if target == OBJECT:
        read_float(32 if float32 else 64, triple, read_triple(triple).architecture)
    elif float32 and not LANGUAGES[target].float32:
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
    if target == OBJECT:  # which has the bits of an arm compiled with the same floats
        values = as_doubles(made, values)
    built_in = numbers(given, made, values, own=False)
    whole = build_package(made, list(dict.fromkeys(wanted)), built_in, name, target != OBJECT)
    language = import_module(f"torsor.program.targets.{target}")
    if float32 and whole.largest > FLOAT32:
        raise ArgumentValueError(
            f"float32 holds numbers up to 3.4e38, and the code would need {whole.largest:.3g}"
        )
    options: dict[str, Any] = {"float32": True} if float32 else {}
    if target == OBJECT:
        options["triple"] = triple
    written = language.files(whole, **options)
    return written if isinstance(written, SourceFiles) else SourceFiles(written)
