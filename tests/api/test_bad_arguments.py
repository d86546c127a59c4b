"""Every public door refuses every kind of nonsense in a sentence, as an error of the family.

The doors are found by looking (``doors``): a new public function is tested as soon as it is
listed, once ``samples`` knows arguments that are right for it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import pytest
from tests.api.bad import bad_values
from tests.api.doors import Door, doors

import torsor
from torsor.errors import TorsorError

TEXTS = {"''", "word", "brackets", "nul", "long"}
ANY_TYPE = {
    str: TEXTS,
    bool: {"True"},
    int: {"5", "-1", "10^400", "10^18", "int64"},
    float: {"5", "-1", "2.5", "2.0", "1e308", "10^18", "1/3", "int64"},
    NoneType: {"None"},
    Mapping: {"{}"},
    Sequence: {"[]", "()"},
    Collection: {"[]", "()"},
    tuple: {"[]", "()"},
    Iterable: {"[]", "()", "{}", "generator", "['nonsense']", "text array"},
    get_origin(Callable[..., Any]): {"function", "class"},
    torsor.Robot: {"another robot"},
    torsor.Model: {"another model"},
    torsor.Expression: {"another expression"},
    torsor.Ring: {"another ring"},
}
"""What is no nonsense for a type, though the function may still refuse it."""

NUMBERS = {"5", "-1", "2.5", "2.0", "10^400", "10^18", "1e308", "1/3", "int64"}
DICTS = {label: value for label, value in bad_values().items() if isinstance(value, dict)}
KEYS = {label for label, value in DICTS.items() if 5 not in value}
ACCEPTED: dict[str, set[str]] = {
    # The keys of a mapping are a row of names.
    "Ring.symbols": KEYS,
    "Ring.angles": KEYS,
    "Ring.signs": KEYS,
    "Ring.extended.symbols": KEYS,
    "Ring.extended.angles": KEYS,
    "Ring.extended.signs": KEYS,
    # A number or a symbol may stand wherever a robot's description has an entry.
    "Joint.moves": NUMBERS | {"word"},
    "Link.mass": NUMBERS | {"word"},
    "Robot.notes": {"['nonsense']"},
    # Looked at when they are drawn.
    "LoadPoints.speed": {*bad_values()},
    "LoadPoints.torque": {*bad_values()},
    "LoadPoints.peak": {"[[1, 2], [3]]"},
    "LoadPoints.continuous": {"[[1, 2], [3]]"},
    # An angle may become another angle, a symbol any exact number.
    "Expression.subs.values": {"{'q1': 'nonsense'}", "{'m1': 10^400}", "{'m1': 'nonsense'}"},
    # A symbol that no entry has is not looked at.
    "Vector.subs.values": {*DICTS},
    "Matrix.subs.values": {*DICTS},
    "Model.linearised.values": {"{'q1': 'nonsense'}", "{'m1': 10^400}", "{'m1': 'nonsense'}"},
    "Model.at.values": {"{'q1': 'nonsense'}", "{'m1': 10^400}", "{'m1': 'nonsense'}"},
    "Ring.rates": {"{'q1': 'nonsense'}", "{'m1': 'nonsense'}"},
    "Ring.extended.rates": {"{'q1': 'nonsense'}", "{'m1': 'nonsense'}"},
    "Ring.number.value": NUMBERS | {"True", "0-d array"},  # as Python's own numbers do
    "Expression.degree.name": {"surrogate"},  # zero, as of any name that does not occur
    "Term.power.name": {"surrogate"},
    # They are held against the robot once there is one.
    "Wanted.values": {*DICTS},
    "export.values": {"{'m1': 10^400}"},  # TOML holds any exact number
    "from_sympy.ring": {"another model", "another expression"},  # whose ring has the symbol
    # Arrays broadcast.
    "Vector.dot.other": {"array"},
    "workspace.limits": {"None"},
    "energy_balance.work": {"None"},
    "energy_balance.dissipated": {"None"},
    "energy_balance.tool": {"None"},
    "energy_balance.loads": {"None"},
    # Nothing is no logs and no mapping.
    "identify.validate": {"None", "[]", "()"},
    "identify.load": {"None", "[]", "()"},
    "identify.mapping": {"None", "{}"},
}

THEIR_OWN = {
    "Expression.select.keep": {"class"},
    "identify.progress": {"class"},
    "study.progress": {"class"},
    "atlas.progress": {"class"},
    "atlas_page.progress": {"class"},
    "Vector.map.change": {"class", "function"},
    "Matrix.map.change": {"class", "function"},
}
"""Whatever a user's own function raises is left as it is."""


TOO_LONG = {"atlas.joints": {"5", "int64"}}
"""What is right, and takes minutes: hundreds of structures."""


@cache
def values() -> dict[str, Any]:
    return bad_values()


def no_nonsense(hint: Any) -> Iterator[str]:
    """The values that a type has."""
    kind = get_origin(hint) or hint
    if kind is Annotated:
        yield from no_nonsense(get_args(hint)[0])
    if kind in (Union, UnionType):
        for part in get_args(hint):
            yield from no_nonsense(part)
    yield from ANY_TYPE.get(kind, ())


@pytest.mark.parametrize("door", doors(), ids=lambda door: door.name)
def test_nonsense_is_refused_in_a_sentence(door: Door) -> None:
    assert not door.lacks(), f"tests/api/samples.py has no {door.lacks()} for {door.name}"
    wrong = []
    for parameter in door.parameters:
        place = f"{door.name}.{parameter.name}"
        fine = {*no_nonsense(door.hints.get(parameter.name)), *ACCEPTED.get(place, ())}
        for label, value in values().items():
            if label in TOO_LONG.get(place, ()):
                continue
            try:
                door.with_bad(parameter, value)
            except TorsorError as error:
                if not is_sentence(str(error)):
                    wrong.append(f"{place} = {label}: {error}")
            except Exception as error:
                if label in THEIR_OWN.get(place, ()):
                    continue
                wrong.append(f"{place} = {label}: {type(error).__name__}")
            else:
                if label not in fine:
                    wrong.append(f"{place} = {label}: nothing said")
    assert not wrong, f"{len(wrong)} of {door.name}: " + "; ".join(wrong[:20])


def is_sentence(text: str) -> bool:
    """Short, on one line, and about what was given, not about Python's objects."""
    return bool(text) and "\n" not in text and len(text) < 1000 and " object at 0x" not in text


@pytest.mark.parametrize("door", doors(), ids=lambda door: door.name)
def test_an_unknown_or_missing_argument_is_pythons_own_error(door: Door) -> None:
    with pytest.raises(TypeError):
        door.call(**door.good, no_such_argument=1)
    needed = [p.name for p in door.parameters if p.default is inspect.Parameter.empty]
    for name in set(needed) & set(door.good):
        with pytest.raises(TypeError):
            door.call(**{n: v for n, v in door.good.items() if n != name})
