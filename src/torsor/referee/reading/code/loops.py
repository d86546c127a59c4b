"""Counted loops with printed bounds: the counter's name and its values."""

from __future__ import annotations

from collections.abc import Sequence

from torsor.referee.reading.code import raw as r
from torsor.referee.reading.code.blocks.items import split_at
from torsor.referee.reading.code.expressions import Parser
from torsor.referee.reading.code.meaning import Meaning
from torsor.referee.reading.code.tokens import Token
from torsor.referee.reading.latex.places import Place, UnreadError

LONGEST = 10_000
UNCOUNTED = "a loop whose bounds are not printed as whole numbers"


def turns_of(head: Sequence[Token], meaning: Meaning) -> tuple[str, list[int]]:
    """The counter and its values, of any of the three languages."""
    if not head:
        raise UnreadError("a loop without a head")
    read = {"matlab": _matlab, "python": _python, "c": _c}[meaning.language.name]
    return read(list(head), meaning)


def counter_of(head: Sequence[Token]) -> str:
    """The name that a loop's head counts with."""
    names = [t.text for t in head if t.kind == "name" and t.text not in ("int", "size_t")]
    return names[0] if names else ""


def _matlab(head: list[Token], meaning: Meaning) -> tuple[str, list[int]]:
    """``i = 1:3``, ``i = 1:2:5``, ``i = [1 3]``, in parentheses or not."""
    place = head[0].place
    if head[0].is_mark("(") and head[-1].is_mark(")"):
        head = head[1:-1]
    if len(head) < 3 or head[0].kind != "name" or not head[1].is_mark("="):
        raise UnreadError(UNCOUNTED, place)
    if head[2].is_mark("["):
        parser = Parser(head[2:], meaning.language)
        rows = parser.expression()
        parser.finish()
        if isinstance(rows, r.Rows) and len(rows.rows) == 1:
            return head[0].text, _numbers(rows.rows[0], meaning, place)
        raise UnreadError(UNCOUNTED, place)
    parts = [_parse(part, meaning) for part in split_at(head[2:], ":")]
    numbers = _numbers(parts, meaning, place)
    if len(numbers) not in (2, 3) or not numbers[-2 if len(numbers) == 3 else 0] * 0 + 1:
        raise UnreadError(UNCOUNTED, place)
    low, step, high = (numbers[0], 1, numbers[1]) if len(numbers) == 2 else numbers
    return head[0].text, _count(low, high + (1 if step > 0 else -1), step, place)


def _python(head: list[Token], meaning: Meaning) -> tuple[str, list[int]]:
    """``i in range(3)``."""
    place = head[0].place
    if len(head) < 4 or head[1].text != "in" or head[0].kind != "name":
        raise UnreadError(UNCOUNTED, place)
    call = _parse(head[2:], meaning)
    if isinstance(call, r.Listing):
        return head[0].text, _numbers(call.items, meaning, place)
    if not (isinstance(call, r.Apply) and isinstance(call.of, r.Name) and call.of.text == "range"):
        raise UnreadError(UNCOUNTED, place)
    numbers = _numbers(call.arguments, meaning, place)
    if not 1 <= len(numbers) <= 3:
        raise UnreadError(UNCOUNTED, place)
    low, high, step = ((0, *numbers, 1) if len(numbers) == 1 else (*numbers, 1))[:3]
    return head[0].text, _count(low, high, step, place)


def _c(head: list[Token], meaning: Meaning) -> tuple[str, list[int]]:
    """``int i = 0; i < 3; i++``."""
    place = head[0].place
    parts = split_at(head, ";")
    if len(parts) != 3 or not all(parts):
        raise UnreadError(UNCOUNTED, place)
    start = split_at(parts[0], "=")
    test = parts[1]
    if len(start) != 2 or not start[0] or len(test) < 3:
        raise UnreadError(UNCOUNTED, place)
    name = start[0][-1].text
    step = "".join(t.text for t in parts[2])
    steps = {f"{name}++": 1, f"++{name}": 1, f"{name}+=1": 1, f"{name}--": -1, f"--{name}": -1}
    low, high = _numbers([_parse(start[1], meaning), _parse(test[2:], meaning)], meaning, place)
    ends = {"<": high, "<=": high + 1, "!=": high, ">": high, ">=": high - 1}
    forward = step in steps and (test[1].text in (">", ">=")) == (steps[step] < 0)
    if test[0].text != name or test[1].text not in ends or not forward:
        raise UnreadError(UNCOUNTED, place)
    return name, _count(low, ends[test[1].text], steps[step], place)


def _parse(words: Sequence[Token], meaning: Meaning) -> r.Raw:
    parser = Parser(words, meaning.language)
    found = parser.items()
    parser.finish()
    return found


def _numbers(parts: Sequence[r.Raw], meaning: Meaning, place: Place) -> list[int]:
    found = [meaning.whole_number(part) for part in parts]
    numbers = [n for n in found if n is not None]
    if len(numbers) != len(found):
        raise UnreadError(UNCOUNTED, place)
    return numbers


def _count(low: int, end: int, step: int, place: Place) -> list[int]:
    if step == 0 or abs(end - low) > LONGEST * abs(step):
        raise UnreadError(f"a loop of more than {LONGEST:,} turns", place)
    return list(range(low, end, step))
