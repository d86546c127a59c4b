"""What a dictionary takes for granted that an error would look like: asked about, not guessed.

A symbol that a text leaves out in one link and has in another, one whose number is another link's,
one that is the negative of what it resembles, two symbols for one quantity, two ways that fit.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from torsor.referee.dictionary.dictionary import Question
from torsor.referee.dictionary.names import family, parts_of

LINKED = ("m", "r", "I")
"""Quantities whose number is the link's."""


def questions_of(
    names: Mapping[str, tuple[str, int]],
    omissions: Sequence[frozenset[str]],
    declared: frozenset[str],
    synonyms: Mapping[str, str],
    unknown: Sequence[str],
) -> Iterator[Question]:
    """Every question that a dictionary leaves open."""
    yield from _left_out([g for g in omissions if not g & declared])
    yield from _misnumbered({a: s for a, (s, _) in names.items() if a not in declared})
    yield from _negative({a: (s, k) for a, (s, k) in names.items() if a not in declared})
    second = dict(synonyms)
    for mine, (symbol, _) in names.items():
        others = [
            a for a, (s, _) in names.items()
            if s == symbol and a != mine and not a.startswith("model_")
        ]  # fmt: skip
        if mine in (symbol, "model_" + symbol):
            continue  # the robot's own name
        if mine not in declared and others and not mine.startswith("model_"):
            if any(o in declared for o in others) or mine > min(others):
                second.setdefault(mine, symbol)
    for mine, symbol in second.items():
        first = next((a for a, (s, _) in names.items() if s == symbol and a != mine), symbol)
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


def _left_out(groups: Sequence[frozenset[str]]) -> Iterator[Question]:
    """Symbols that the text never has, and that a slip may have lost."""
    for group in groups:
        names = sorted(group)
        yield Question(
            f"the text never has {' and '.join(names)}: left out on purpose?",
            "; ".join(f"{s} = 0" for s in names[:1]),
            frozenset(f"={s}" for s in names),
        )


def _misnumbered(names: Mapping[str, str]) -> Iterator[Question]:
    """A symbol of one link that bears another's number, where the others bear their own."""
    agree: Counter[str] = Counter()
    wrong: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for mine, symbol in names.items():
        kind = family(symbol)
        number, index = parts_of(mine)[1], parts_of(symbol)[1]
        if kind not in LINKED or not index or not number:
            continue
        if number == index:
            agree["any"] += 1
        else:
            wrong[kind].append((mine, symbol))
    for pairs in wrong.values():
        if agree["any"]:
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
