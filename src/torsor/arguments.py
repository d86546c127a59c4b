"""The arguments of public functions, held against their signatures: a sentence for each mistake.

A signature says what is expected, and ``validate_call`` holds each call to it. ``Annotated`` says
more: ``Annotated[str, ("tool", "base")]`` is one of these, ``Annotated[int, range(1, 9)]`` within
these bounds, and ``Annotated[X, "a path or a table"]`` puts it into words of its own.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from fractions import Fraction
from functools import cache, wraps
from inspect import Parameter, signature, unwrap
from itertools import chain
from math import isfinite
from numbers import Integral, Rational, Real
from reprlib import Repr
from types import NoneType, SimpleNamespace, UnionType
from typing import Annotated, Any, ParamSpec, TypeVar, Union, get_args, get_origin, get_type_hints

from torsor.errors import ArgumentTypeError, ArgumentValueError, shown, suggestion

P = ParamSpec("P")
R = TypeVar("R")

FUNCTION = get_origin(Callable[..., Any])
WORDS: dict[object, str] = {
    str: "a text",
    bool: "True or False",
    int: "a whole number",
    float: "a finite number",
    Fraction: "a rational number",
    NoneType: "None",
    FUNCTION: "a function",
    Mapping: "a mapping",
    os.PathLike: "a path",
}
ROWS = (Sequence, Collection, Iterable, Iterator, list, tuple, set, frozenset)
NO_ROWS = (str, bytes, Mapping)
PLAIN = (NoneType, bool, int, float, complex, str, bytes, list, tuple, dict, set, Fraction)

Mistake = ArgumentTypeError | ArgumentValueError
"""The complaint about an argument."""

brief = Repr()
brief.maxstring = brief.maxother = brief.maxlong = 40
brief.maxlevel = 2
brief.maxlist = brief.maxtuple = brief.maxdict = brief.maxset = 3


def validate_call(function: Callable[P, R]) -> Callable[P, R]:
    """A public function whose arguments are held against its signature at each call."""

    @wraps(function)
    def door(*args: P.args, **options: P.kwargs) -> R:
        expected, rest = _expected(function)
        named = ((expected[name], value) for name, value in options.items() if name in expected)
        more = ((rest, value) for value in args[len(expected) :] if rest)
        for (name, hint, sure), value in chain(zip(expected.values(), args), named, more):  # noqa: B905
            if not sure(value):
                validate(name, value, hint)
        return function(*args, **options)

    return door


Argument = tuple[str, object, Callable[[object], bool]]
"""A name, its type, and what tells at once that a value is right."""


@cache
def _expected(function: Callable[..., Any]) -> tuple[dict[str, Argument], Argument | None]:
    """Every argument by name, in order, and ``*args``."""
    hints = argument_hints(function)
    found: dict[str, Argument] = {}
    rest = None
    for name, parameter in signature(function).parameters.items():
        hint = hints.get(name, Any)
        if parameter.kind is Parameter.VAR_POSITIONAL:
            rest = (name, hint, sure(hint))
        elif parameter.kind is not Parameter.VAR_KEYWORD:
            found[name] = (name, hint, sure(hint))
    return found, rest


def argument_hints(function: Callable[..., object]) -> dict[str, object]:
    """The types of the arguments alone: that of the result may be known to type checkers only."""
    plain = unwrap(function)
    annotations: dict[str, object] = plain.__annotations__
    told = {name: hint for name, hint in annotations.items() if name != "return"}
    holder = SimpleNamespace(__annotations__=told)
    return get_type_hints(holder, plain.__globals__, include_extras=True)


def validate_fields(data: object) -> None:
    """The fields of a dataclass against their types; a list where a tuple belongs becomes one."""
    kind: Any = type(data)
    for name, hint, certain in _fields(kind):
        value: object = getattr(data, name)
        if certain(value):
            continue
        validate(name, value, hint)
        if type(value) is list and _holds(hint, tuple):
            object.__setattr__(data, name, tuple(value))


@cache
def _fields(kind: type) -> tuple[Argument, ...]:
    hints: dict[str, object] = get_type_hints(kind, include_extras=True)
    return tuple((f.name, hints[f.name], sure(hints[f.name])) for f in fields(kind))


def validate(name: str, value: object, hint: object) -> None:
    """Complain, in a sentence that names the argument, unless the value is what the type says."""
    reason = _mistake(name, value, hint)
    if reason is not None:
        raise reason


def sure(hint: object) -> Callable[[object], bool]:
    """A quick look at a value that is most likely right; a long one must tell of the others."""
    kind = _origin(hint) or hint
    if kind is Any or isinstance(kind, TypeVar):
        return lambda value: True
    if kind is Annotated:
        inner, *more = _inner(hint)
        return sure(inner) if all(isinstance(told, str) for told in more) else lambda value: False
    if kind in (Union, UnionType):
        ways = tuple(map(sure, _inner(hint)))
        return lambda value: any(way(value) for way in ways)
    if kind is str:
        return lambda value: type(value) is str and value.isascii()
    if kind is float:
        return lambda value: type(value) is float and isfinite(value)
    if kind is tuple and (kinds := _inner(hint)):
        if kinds[-1] is Ellipsis:
            each = sure(kinds[0])
            return lambda value: type(value) is tuple and all(map(each, value))
        entries = tuple(map(sure, kinds))
        return lambda value: (
            type(value) is tuple
            and len(value) == len(entries)
            and all(way(entry) for way, entry in zip(entries, value, strict=True))
        )
    if _inner(hint):
        return lambda value: False
    exact = NoneType if kind is None else kind
    return lambda value: type(value) is exact


def _origin(hint: object) -> object:
    """``tuple`` for ``tuple[int, ...]``; nothing for a plain type."""
    return get_origin(hint)


def _inner(hint: object) -> tuple[object, ...]:
    """``int`` and ``...`` for ``tuple[int, ...]``; nothing for a plain type."""
    return get_args(hint)


def choice(known: Iterable[str]) -> str:
    """``one of 'tool', 'base'``: what is expected, for an argument that tells its own values."""
    return f"one of {', '.join(map(repr, known))}"


def wrong_type(name: str, value: object, expected: str) -> ArgumentTypeError:
    """The complaint about a value of the wrong type."""
    return ArgumentTypeError(f"{name} is {expected}, not {given(value)}")


def wrong_value(name: str, value: object, expected: str) -> ArgumentValueError:
    """The complaint about a value of the right type that cannot be."""
    return ArgumentValueError(f"{name} is {expected}, not {given(value)}")


def one_of(name: str, value: object, known: Collection[str]) -> str:
    """A word, if it is one of those known; the nearest are suggested."""
    expected = choice(known)
    if not isinstance(value, str):
        raise wrong_type(name, value, expected)
    if value not in known:
        hint = suggestion(value, known)
        raise ArgumentValueError(f"{name} is {expected}, not {shown(value)}{hint}")
    return value


def given(value: object) -> str:
    """What was handed over, for a message: short, printable, on one line."""
    if isinstance(value, str):
        return shown(value)
    if not isinstance(value, PLAIN) or type(value).__module__.startswith("torsor"):
        shape = getattr(value, "shape", None)
        what = value.__name__ if isinstance(value, type) else type(value).__name__
        kind = "the type" if isinstance(value, type) else "an" if what[:1] in "AEIOaeio" else "a"
        return f"an array of the shape {shape}" if isinstance(shape, tuple) else f"{kind} {what}"
    try:
        text = brief.repr(value)
    except Exception:  # a number too long to print, an object that cannot show itself
        return f"a {type(value).__name__}"
    return "".join(ch if ch.isprintable() else "?" for ch in text)


def _mistake(name: str, value: object, hint: object) -> Mistake | None:
    """What is wrong with a value, or nothing."""
    origin = _origin(hint)
    if hint is Any or isinstance(hint, TypeVar):
        return None
    if origin is Annotated:
        return _annotated(name, value, hint)
    if origin in (Union, UnionType):
        if isinstance(value, str) and any(_origin(k) is os.PathLike for k in _inner(hint)):
            return None  # a path may hold what no text can: the system's names are bytes
        wrong = [_mistake(name, value, kind) for kind in _inner(hint)]
        if None in wrong:
            return None
        near = [e for e in wrong if e is not None and not _says_type(e, name, value)]
        return near[0] if near else wrong_type(name, value, words(hint))
    if hint is None:
        hint = NoneType
    kind = origin or hint
    if not _is(value, kind):
        return wrong_type(name, value, words(hint))
    if kind is float and not _finite(value):
        return wrong_value(name, value, WORDS[float])
    if kind is str and isinstance(value, str) and not _writable(value):
        return ArgumentValueError(f"{name} has a character that no file can hold: {given(value)}")
    return _inside(name, value, kind, _inner(hint))


def _annotated(name: str, value: object, hint: object) -> Mistake | None:
    """A type that says more: words of its own, the values or the bounds that it has."""
    kind, *more = _inner(hint)
    wrong = _mistake(name, value, kind)
    for told in more:
        if isinstance(told, str) and wrong is not None and _says_type(wrong, name, value):
            return wrong_type(name, value, told)
        if isinstance(told, tuple):
            try:
                one_of(name, value, told)
            except (ArgumentTypeError, ArgumentValueError) as error:
                return error
        if isinstance(told, range) and (wrong is not None or value not in told):
            expected = f"a whole number from {told.start} to {told.stop - 1}"
            return (wrong_value if wrong is None else wrong_type)(name, value, expected)
    return wrong


def _says_type(error: Exception, name: str, value: object) -> bool:
    """Whether the complaint is about the whole value's type, not about something inside it."""
    return isinstance(error, ArgumentTypeError) and str(error).startswith(f"{name} is ")


def _is(value: object, kind: object) -> bool:
    """Whether a value is of a type, as people mean it: True is no number, a text no sequence."""
    if kind is int:
        return isinstance(value, Integral) and not isinstance(value, bool)
    if kind in (float, Fraction):
        number = Real if kind is float else Rational
        return isinstance(value, number) and not isinstance(value, bool)
    if kind is FUNCTION:
        return callable(value)
    if kind is tuple:
        return isinstance(value, (tuple, list))
    if kind in ROWS and (isinstance(value, NO_ROWS) or getattr(value, "shape", None) == ()):
        return False
    return isinstance(value, kind)  # type: ignore[arg-type]


def _inside(name: str, value: object, kind: object, kinds: tuple[object, ...]) -> Mistake | None:
    """What is wrong with the entries of a mapping or a row."""
    if not kinds:
        return None
    if kind is Mapping or kind is dict:
        table: Mapping[object, object] = value  # type: ignore[assignment]
        for key, entry in table.items():
            if kinds[0] is str and not isinstance(key, str):
                return ArgumentTypeError(f"{name} has the key {given(key)}; a key is a text")
            wrong = _mistake(f"{name}[{given(key)}]", entry, kinds[1])
            if wrong is not None:
                return wrong
        return None
    if kind not in ROWS or isinstance(value, Iterator):
        return None
    fixed = kind is tuple and kinds[-1] is not Ellipsis
    rows: Collection[object] = value  # type: ignore[assignment]
    if fixed and len(rows) != len(kinds):
        return ArgumentValueError(f"{name} has {len(rows)} entries; expected {len(kinds)}")
    for k, entry in enumerate(rows):
        wrong = _mistake(f"{name}[{k}]", entry, kinds[k] if fixed else kinds[0])
        if wrong is not None:
            return wrong
    return None


def _finite(value: object) -> bool:
    try:
        return isfinite(value)  # type: ignore[arg-type]
    except (OverflowError, ValueError, TypeError):
        return False


def _writable(text: str) -> bool:
    """Whether a text can be written: half a character, as of a broken surrogate pair, cannot."""
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _holds(hint: object, kind: object) -> bool:
    return _origin(hint) is kind or any(_origin(part) is kind for part in _inner(hint))


def words(hint: object) -> str:
    """A type in words."""
    origin = _origin(hint)
    if origin is Annotated:
        kind, *more = _inner(hint)
        told = [m for m in more if isinstance(m, (str, tuple))]
        if told:
            return told[0] if isinstance(told[0], str) else choice(told[0])
        return words(kind)
    if origin in (Union, UnionType):
        parts = [words(kind) for kind in _inner(hint)]
        return f"{', '.join(parts[:-1])} or {parts[-1]}"
    kind = origin or hint
    if kind in WORDS:
        return WORDS[kind]
    if kind in ROWS:
        inner = _inner(hint)
        return f"a row of {_several(inner[0])}" if inner else "a row"
    what = getattr(kind, "__name__", str(kind))
    return f"{'an' if what[:1] in 'AEIOaeio' else 'a'} {what}"


def _several(hint: object) -> str:
    plural = {str: "texts", int: "whole numbers", float: "numbers", Any: "entries"}
    if hint in plural:
        return plural[hint]
    return f"{hint.__name__}s" if isinstance(hint, type) else f"entries, each {words(hint)}"
