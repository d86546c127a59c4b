"""What a dictionary takes for granted that an error would look like: asked about, not guessed.

A symbol that a text leaves out in one link and has in another, one whose number is another link's,
one that is the negative of what it resembles, two symbols for one quantity, two ways that fit.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from torsor.referee.dictionary.dictionary import Question
from torsor.referee.dictionary.names import family, parts_of

LINKED = ("m", "r", "I")
"""Quantities whose number is the link's."""


def questions_of(
    names: Mapping[str, tuple[str, int]],
    zero: frozenset[str],
    declared: frozenset[str],
    synonyms: Mapping[str, str],
    unknown: Sequence[str],
    count: int,
) -> Iterator[Question]:
    """Every question that a dictionary leaves open."""
    yield from _left_out(names, zero - declared)
    yield from _misnumbered({a: s for a, (s, _) in names.items() if a not in declared})
    yield from _negative({a: (s, k) for a, (s, k) in names.items() if a not in declared})
    for mine, symbol in synonyms.items():
        first = next(a for a, (s, _) in names.items() if s == symbol and a != mine)
        yield Question(
            f"{mine} fits as a second name of {symbol}, which {first} stands for; is it meant?",
            f"{mine} = {symbol}",
            frozenset((mine,)),
        )
    for mine in unknown:
        yield Question(
            f"{mine} stands for nothing that was found in the robot's model; what is it?",
            f"{mine} = …",
            frozenset((mine,)),
        )


def _left_out(names: Mapping[str, tuple[str, int]], zero: frozenset[str]) -> Iterator[Question]:
    """Symbols that are nothing in one link and something in another."""
    present: dict[str, set[str]] = defaultdict(set)
    absent: dict[str, set[str]] = defaultdict(set)
    for symbol in {s for s, _ in names.values()}:
        present[family(symbol)].add(symbol)
    for symbol in zero:
        absent[family(symbol)].add(symbol)
    for kind in ("m", "l", "g"):
        for symbol in sorted(absent[kind]):
            yield Question(
                f"the text never has {symbol}: is it left out on purpose?",
                f"{symbol} = 0",
                frozenset((f"={symbol}",)),
            )
    for kind in ("r", "I", "fv", "fc"):
        links = {parts_of(s)[1] for s in present[kind]}
        for number in sorted({parts_of(s)[1] for s in absent[kind]} - links) if links else ():
            missing = sorted(s for s in absent[kind] if parts_of(s)[1] == number)
            yield Question(
                f"the text has no {', '.join(missing)}, and the like of other links: "
                "left out on purpose?",
                "; ".join(f"{s} = 0" for s in missing),
                frozenset(f"={s}" for s in missing),
            )
    yield from _unlike_links(present["I"], absent["I"])


def _unlike_links(present: set[str], absent: set[str]) -> Iterator[Question]:
    """An axis about which one link has an inertia and another, that has some, does not."""
    axes: dict[str, set[str]] = defaultdict(set)
    for symbol in present:
        letters, number = parts_of(symbol)
        axes[letters].add(number)
    linked = {number for numbers in axes.values() for number in numbers}
    for symbol in sorted(absent):
        letters, number = parts_of(symbol)
        if number in linked and axes.get(letters):
            yield Question(
                f"the text never has {symbol}, but the like of link {min(axes[letters])}: "
                "left out on purpose?",
                f"{symbol} = 0",
                frozenset((f"={symbol}",)),
            )


def _misnumbered(names: Mapping[str, str]) -> Iterator[Question]:
    """A symbol of one link that bears another's number, where the others bear their own."""
    agree = defaultdict(int)
    wrong: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for mine, symbol in names.items():
        kind = family(symbol)
        number, index = parts_of(mine)[1], parts_of(symbol)[1]
        if kind not in LINKED or not index:
            continue
        if number == index:
            agree[kind] += 1
        else:
            wrong[kind].append((mine, symbol))
    for kind, pairs in wrong.items():
        if agree[kind]:
            for mine, symbol in pairs:
                yield Question(
                    f"{mine} stands where {symbol} is derived, though its number says otherwise; "
                    "is it meant?",
                    f"{mine} = {symbol}",
                    frozenset((mine,)),
                )


def _negative(names: Mapping[str, tuple[str, int]]) -> Iterator[Question]:
    """A symbol that is the negative of what it stands for, alone among its kind."""
    kinds: dict[str, list[tuple[str, str, int]]] = defaultdict(list)
    for mine, (symbol, sign) in names.items():
        kinds[_kind(symbol)].append((mine, symbol, sign))
    for several in kinds.values():
        turned = [(mine, symbol) for mine, symbol, sign in several if sign < 0]
        if len(several) > 1 and len(turned) == len(several) and _kind(turned[0][1]) == "product":
            continue  # products of inertia printed positive, as many papers do
        for mine, symbol in turned:
            yield Question(
                f"{mine} fits as the negative of {symbol}; is it meant?",
                f"{mine} = -{symbol}",
                frozenset((mine,)),
            )


def _kind(symbol: str) -> str:
    letters, _ = parts_of(symbol)
    return "product" if letters in ("Ixy", "Ixz", "Iyz") else family(symbol)
