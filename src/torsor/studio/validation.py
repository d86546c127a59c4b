"""Plain data held against the protocol's types: a sentence for what is missing or wrong."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import isfinite
from types import NoneType, UnionType
from typing import (
    Any,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from torsor.arguments import given
from torsor.errors import shown
from torsor.studio.places import PlacedError

WORDS: dict[object, str] = {
    str: "a text", int: "a whole number", float: "a number", bool: "true or false",
    NoneType: "null",
}  # fmt: skip


@cache
def _fields(kind: Any) -> Mapping[str, tuple[object, bool]]:
    """The entries of a table by name: their type, and whether they must be there."""
    hints = get_type_hints(kind, include_extras=True)
    found = {}
    for name, hint in hints.items():
        optional = get_origin(hint) is NotRequired
        found[name] = (get_args(hint)[0] if optional else hint, not optional)
    return found


def validate(value: object, kind: Any, place: str) -> None:
    """Complain unless a value is what the protocol says."""
    reason = mistake(value, kind, place)
    if reason:
        field = reason.split(" ")[0].rpartition(".")[2].partition("[")[0]
        raise PlacedError(reason, field)


def mistake(value: object, kind: Any, place: str) -> str:
    """What is wrong with a value, in a sentence, or nothing."""
    origin = get_origin(kind)
    if kind is Any:
        return ""
    if is_typeddict(kind):
        return _table(value, kind, place)
    if origin in (Union, UnionType):
        reasons = [mistake(value, each, place) for each in get_args(kind)]
        return "" if "" in reasons else reasons[0]
    if origin is Literal:
        known = get_args(kind)
        if isinstance(value, str) and value in known:
            return ""
        return f"{place} is one of {', '.join(map(repr, known))}, not {given(value)}"
    if origin is list:
        if not isinstance(value, list):
            return f"{place} is a list, not {given(value)}"
        (inner,) = get_args(kind)
        wrong = (mistake(entry, inner, f"{place}[{k}]") for k, entry in enumerate(value))
        return next(filter(None, wrong), "")
    if origin is dict or kind is dict:
        if not isinstance(value, dict):
            return f"{place} is a table, not {given(value)}"
        inner = get_args(kind)[1] if get_args(kind) else Any
        wrong = (mistake(entry, inner, f"{place}.{key}") for key, entry in value.items())
        return next(filter(None, wrong), "")
    return "" if _is(value, kind) else f"{place} is {WORDS[kind]}, not {given(value)}"


def _table(value: object, kind: Any, place: str) -> str:
    if not isinstance(value, dict):
        return f"{place} is a table, not {given(value)}"
    fields = _fields(kind)
    for name in value:
        if name not in fields:
            return f"{place} has no {shown(str(name))}; expected {', '.join(fields) or 'nothing'}"
    for name, (hint, needed) in fields.items():
        if name in value:
            wrong = mistake(value[name], hint, f"{place}.{name}")
            if wrong:
                return wrong
        elif needed:
            return f"{place} needs {name}"
    return ""


def _is(value: object, kind: object) -> bool:
    if kind is float:
        number = isinstance(value, (int, float)) and not isinstance(value, bool)
        return number and _finite(value)
    if kind is int:
        return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**53
    return type(value) is kind


def _finite(value: object) -> bool:
    try:
        return isfinite(value)  # type: ignore[arg-type]
    except OverflowError:
        return False
