"""Sines and cosines of sums of angles, however they are printed, and signs of velocities."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from torsor.referee.reading.latex import tree
from torsor.referee.reading.latex.places import Place, UnreadError
from torsor.referee.reading.latex.runs import flatten, is_empty
from torsor.referee.reading.reader import Reader, read_exponent
from torsor.referee.reading.symbols import SymbolTable
from torsor.referee.reading.terms import Reading, Sum, likeliest, make_terms, power_of

PRODUCT_SIGN = re.compile(r"\\(cdot|times|ast)(?![A-Za-z])|[.*·]")
WORDS = {"sin": "sin", "cos": "cos"}
ANGLES = ("q", "θ")


def function_of(mark: tree.Mark, symbols: SymbolTable) -> str:
    """sin or cos, if the mark is the notation's letter for it."""
    trig = symbols.speller.notation.trig
    names = {trig.sin: "sin", trig.cos: "cos", "s": "sin", "c": "cos"} | WORDS
    return "" if mark.pre or mark.accent else names.get(mark.base, "")


def opens_angle(mark: tree.Mark, after: tree.Factor | None, reader: Reader) -> bool:
    """Whether a letter for sine or cosine has an angle for its argument."""
    if isinstance(after, tree.Mark):
        return (after.base in ANGLES and not after.dots) or is_angle(after, reader.symbols)
    if not tree.is_nested(after, "paren"):
        return False
    if not reader.symbols.read(replace(mark, sup="")):
        return True
    names = {n for t in reader.inside(after.blocks[0]) for n, _ in t.readings[0].powers}
    return bool(names) and names <= reader.symbols.angles


def is_angle(mark: tree.Mark, symbols: SymbolTable) -> bool:
    """Whether a mark is an angle of the model, raised to no power."""
    read = symbols.read(mark)
    return read is not None and read.power == 1 and read.name in symbols.angles


def refuse_other_hand(mark: tree.Mark, function: str, reader: Reader) -> None:
    """Refuse another hand's sine, cosine or sum of angles, which is no unknown symbol."""
    if mark.dots or mark.accent or mark.pre:
        return
    joints = {ch for ch in mark.sub if ch.isalnum() and ch not in ANGLES}
    if function and joints and all(ch.isdigit() for ch in joints):
        raise UnreadError(f"{reader.show(mark)} may be a sine or cosine", mark.place)
    if mark.base in ANGLES and mark.sub.isdigit() and len(mark.sub) > 1:
        raise UnreadError(f"{reader.show(mark)} may be a sum of angles", mark.place)


def refuse_product_sign(before: tree.Factor, after: tree.Factor | None, reader: Reader) -> None:
    """Refuse a product's sign between a function and what it is taken of."""
    if after and PRODUCT_SIGN.search(reader.between(before, after)):
        raise UnreadError("a product's sign between a function and its angle", before.place)


def read_indexed(
    function: str, index: str, sup: str, place: Place, reader: Reader
) -> list[Reading]:
    """C_12: the cosine of a sum of joint angles, by their numbers."""
    argument: dict[str, int] = {}
    for part in index.split(",") if "," in index else index:
        if not part.isdigit() or part[0] == "0":
            raise UnreadError("an index that is no joint's number", place)
        argument[f"q{int(part)}"] = argument.get(f"q{int(part)}", 0) + 1
    return _read_trig(function, argument, sup, place, reader)


def read_function(
    name: str, head: tree.Mark | tree.Function, rest: Sequence[tree.Factor], reader: Reader
) -> tuple[int, list[Reading]]:
    """A sine or cosine and its argument: how many factors they take, and what they are."""
    place = head.place
    refuse_product_sign(head, rest[0] if rest else None, reader)
    if not rest or isinstance(rest[0], (tree.Function, tree.Stray)):
        raise UnreadError(f"{name} has no argument", place)
    after, used, outer = rest[0], 2, ""
    if isinstance(after, tree.Nested):
        if after.sub or after.kind not in ("paren", "group"):
            raise UnreadError(f"the argument of {name} cannot be read", after.place)
        if after.kind == "group":
            _refuse_two_angles(after, name)
        outer, terms = after.sup, reader.inside(after.blocks[0])
    elif isinstance(after, tree.Number):
        second = rest[1] if len(rest) > 1 else None
        if not isinstance(second, tree.Mark) or after.sup or second.sup:
            raise UnreadError(f"the argument of {name} cannot be read", after.place)
        refuse_product_sign(after, second, reader)
        number, used = after.value, 3
        terms = tuple(t.each(lambda r: r.scale(number)) for t in _read_mark(second, reader))
    else:
        if after.sup.isdigit() and not is_angle(after, reader.symbols):
            raise UnreadError(f"whether {name} or its angle is raised", after.place)
        terms = _read_mark(after, reader)
    if head.sup and outer:
        raise UnreadError(f"{name} with two exponents", place)
    return used, _read_trig(name, _read_angle(terms, place), head.sup or outer, place, reader)


def read_sign(argument: tree.Nested, reader: Reader) -> list[Reading]:
    """The sign of a velocity, as Coulomb friction has it."""
    inside = reader.readings_in(argument.blocks[0])
    if len(inside) != 1 or [e for _, e in inside[0].powers] != [1] or argument.sub:
        raise UnreadError("the sign of something else than a velocity", argument.place)
    only = inside[0]
    if not only.coefficient:
        raise UnreadError("the sign of zero", argument.place)
    exponent = read_exponent(argument.sup, argument.place, "a sign")
    sign = power_of(f"sign({only.powers[0][0]})", 1, only.coefficient)
    return reader.budget.raise_sum([replace(sign, notes=only.notes, doubts=only.doubts)], exponent)


def _read_trig(
    function: str, argument: dict[str, int], sup: str, place: Place, reader: Reader
) -> list[Reading]:
    exponent = read_exponent(sup, place, function)
    if list(argument.values()) == [1]:
        return [power_of(f"{function}({next(iter(argument))})", exponent)]
    return reader.budget.raise_sum(reader.budget.expand_angle(argument)[function], exponent)


def _read_mark(mark: tree.Mark, reader: Reader) -> Sum:
    """A mark that stands alone for an angle."""
    return make_terms(reader.budget.multiply(reader.product([mark])), mark.place, reader.show(mark))


def _read_angle(terms: Sum, place: Place) -> dict[str, int]:
    """A sum of whole multiples of angles, by name; an unknown mark keeps its print."""
    counts: dict[str, int] = {}
    for term in terms:
        (reading,) = likeliest([term])
        names = [name for name, exponent in reading.powers if exponent == 1 and "(" not in name]
        alone = len(names) == len(reading.powers) == 1
        if not alone or reading.coefficient.denominator != 1 or reading.doubts:
            raise UnreadError("an angle that is no sum of angles", term.place)
        counts[names[0]] = counts.get(names[0], 0) + int(reading.coefficient)
    counts = {name: count for name, count in counts.items() if count}
    if not counts:
        raise UnreadError("a function of nothing", place)
    return counts


def _refuse_two_angles(group: tree.Nested, function: str) -> None:
    """Refuse braces around an angle that would be read otherwise without them."""
    items = flatten(group.blocks[0])
    if [type(i) for i in items] != [tree.Number, tree.Mark]:
        refuse_two_factors(group)
    if group.sup and not tree.is_nested(items[0], "paren"):
        raise UnreadError(f"whether {function} or its angle is raised", group.place)


def refuse_two_factors(group: tree.Nested) -> None:
    """Refuse braces around more than one factor where what stands before or on them counts."""
    items = [i for i in flatten(group.blocks[0]) if not is_empty(i)]
    only = items[0] if len(items) == 1 else None
    raised = isinstance(only, tree.Factor) and only.sup and not only.sup.endswith(")")
    if not isinstance(only, tree.Factor) or (group.sup and raised):
        raise UnreadError("braces around more than a factor are not seen", group.place)
