"""An expression of a program as it is written, before names and indices are given a meaning.

A loop's body is parsed once and given a meaning for each of its turns, so parsing and meaning
are two steps.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from torsor.referee.reading.latex.places import Place


@dataclass(frozen=True, slots=True)
class Literal:
    """A number; ``whole`` where it is written without a point or an exponent."""

    value: Fraction
    digits: str
    whole: bool
    place: Place


@dataclass(frozen=True, slots=True)
class Name:
    """An identifier."""

    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class Quoted:
    """A string."""

    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class Unary:
    """A sign, a cast (``real``, ``int``) or a transpose (``'``) of something."""

    mark: str
    of: Raw
    place: Place


@dataclass(frozen=True, slots=True)
class Chain:
    """Terms or factors in their order, each with the mark before it."""

    first: Raw
    rest: tuple[tuple[str, Raw], ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Raised:
    """A power."""

    base: Raw
    exponent: Raw
    place: Place


@dataclass(frozen=True, slots=True)
class Apply:
    """Something with arguments or indices in brackets, ``( [ {``."""

    of: Raw
    arguments: tuple[Raw, ...]
    keywords: tuple[tuple[str, Raw], ...]
    bracket: str
    place: Place


@dataclass(frozen=True, slots=True)
class Member:
    """``p.m1``, ``p->m1``, ``std::sin``."""

    of: Raw
    name: str
    place: Place


@dataclass(frozen=True, slots=True)
class Listing:
    """A list, a tuple or an initializer: its items in order."""

    items: tuple[Raw, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Rows:
    """A matrix in MATLAB's brackets."""

    rows: tuple[tuple[Raw, ...], ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Slice:
    """A range of indices ``low:step:high`` as the language has it; open ends are none."""

    parts: tuple[Raw | None, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Lambda:
    """A function without a name."""

    parameters: tuple[str, ...]
    body: Raw
    place: Place


Raw = (
    Literal | Name | Quoted | Unary | Chain | Raised | Apply | Member | Listing | Rows | Slice
    | Lambda
)  # fmt: skip


def parts_of(raw: Raw) -> Iterator[Raw]:
    """What stands right below a raw expression."""
    match raw:
        case Unary(of=inner) | Member(of=inner) | Lambda(body=inner):
            yield inner
        case Chain(first=first, rest=rest):
            yield first
            yield from (part for _, part in rest)
        case Raised(base=base, exponent=exponent):
            yield from (base, exponent)
        case Apply(of=of, arguments=arguments, keywords=keywords):
            yield of
            yield from arguments
            yield from (value for _, value in keywords)
        case Listing(items=items):
            yield from items
        case Rows(rows=rows):
            for row in rows:
                yield from row
        case Slice(parts=parts):
            yield from (part for part in parts if part is not None)
        case _:
            return


def walk_raw(raw: Raw) -> Iterator[Raw]:
    """A raw expression and all below it."""
    waiting = [raw]
    while waiting:
        here = waiting.pop()
        yield here
        waiting.extend(parts_of(here))
