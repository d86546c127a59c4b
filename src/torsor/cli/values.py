"""Values from a file and from the command line: exact numbers by symbol."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from torsor.errors import TextError, TorsorError, shown

if TYPE_CHECKING:
    from torsor.robot.robot import Robot

LARGEST = 10_000_000


def read_values(
    robot: Robot, file: str, settings: list[str], published: bool = False
) -> dict[str, Any]:
    """Numbers by symbol from a JSON or TOML file and from ``NAME=VALUE`` settings.

    ``q``, ``dq`` and ``ddq`` may be lists; an angle may be a text such as ``"30deg"``. The robot's
    own numbers come first where they are asked for, and what is given takes their place.
    """
    from torsor.cli.common import as_options
    from torsor.derivation import join_values

    given: dict[str, Any] = dict(_table(file)) if file else {}
    for setting in settings:
        symbol, equals, value = setting.partition("=")
        if not equals:
            raise TextError(f"--set {shown(setting)}: expected NAME=VALUE")
        given[symbol.strip()] = value.strip()
    place = file if file and file != "-" else "the values"
    with as_options("published"):
        return join_values(robot, given, published, place)


def _table(file: str) -> Mapping[str, Any]:
    from torsor.formats.load import read_text
    from torsor.formats.toml.reader import table_of

    text = standard_input(LARGEST) if file == "-" else read_text(Path(file), LARGEST)
    if file.endswith(".toml"):
        try:
            return table_of(text, parse_float=_as_text)
        except TorsorError as error:
            raise TextError(f"{file}: {error}") from None
    try:
        table = json.loads(
            text, parse_float=_as_text, parse_int=_as_text, parse_constant=_no_constant
        )
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise TextError(f"{file}: malformed JSON at {place}: {error.msg.lower()}") from None
    except RecursionError:
        raise TextError(f"{file}: malformed JSON: nested too deep") from None
    except ValueError as error:
        raise TextError(f"{file}: {error}") from None
    if not isinstance(table, dict):
        raise TextError(f"{file}: expected an object of numbers by symbol")
    return table


def standard_input(largest: int) -> str:
    """What is piped in, refused like a file that is too large or not UTF-8."""
    source = getattr(sys.stdin, "buffer", None)
    try:
        content = source.read(largest + 1) if source else sys.stdin.read(largest + 1).encode()
        text: str = content.decode("utf-8-sig")
    except UnicodeError:
        raise TextError("standard input: not a UTF-8 text") from None
    except OSError as error:
        raise TextError(f"standard input cannot be read: {error.strerror or error}") from None
    if len(content) > largest:
        raise TextError(f"standard input: larger than {largest // 1000} kB, refused")
    return text


def _as_text(text: str) -> str:
    """Numbers stay text, so that 0.35 is 7/20 and every digit counts."""
    return text


def _no_constant(text: str) -> Any:
    raise ValueError(f"{text} is not a finite number")
