"""Which of an author's symbols are the joint coordinates, their rates and the driving forces.

They are seen by how they are used: coordinates have dots or stand in sines, numbered as the joints
are; a force stands alone where the other side has accelerations. In code a rate is told by its
name: dq1, qd(1), q1_dot, theta1dot.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from torsor.referee.claims.mapping import rebuild, with_index
from torsor.referee.reading.syntax import (
    Call,
    Derivative,
    Entry,
    Negative,
    Node,
    Statement,
    Sum,
    Symbol,
    Table,
    walk,
)

STEMS = ("q", "theta", "th", "phi", "vartheta", "varphi", "alpha", "x", "beta", "psi", "d", "t")
NUMBERED = re.compile(r"([A-Za-z_]*[A-Za-z])_?([0-9]+)\Z")
RATE = re.compile(
    r"(?P<before>dd|d|D2|D)?_?(?P<stem>[A-Za-z]+?)_?(?P<number>[0-9]*)_?"
    r"(?P<after>ddot|dot|dd|d|pp|p|DD|D|Dot|DDot)?_?(?P<last>[0-9]*)\Z"
)
ORDER = {"dd": 2, "ddot": 2, "pp": 2, "DD": 2, "D2": 2, "DDot": 2}
TRIGONOMETRIC = ("sin", "cos", "tan")


@dataclass(frozen=True)
class Coordinates:
    """The author's coordinates by number, and the letters that stand for all of them."""

    number: Mapping[str, int]
    """From an author's name to the number of the coordinate, counted from 1."""
    vectors: frozenset[str] = frozenset()
    """Names of the whole vector of coordinates."""
    forces: Mapping[str, int] = field(default_factory=dict)
    """From the name of a driving force to its number."""
    force_vectors: frozenset[str] = frozenset()
    guessed: str = ""
    """What had to be guessed, as a question."""


def find_coordinates(
    statements: Sequence[Statement], count: int, declared: Sequence[str] = ()
) -> Coordinates:
    """The coordinates of a text, for a robot with so many; ``declared`` names them in order."""
    dotted: Counter[str] = Counter()
    turned: Counter[str] = Counter()
    seen: dict[str, int] = {}
    for statement in statements:
        for node in (n for side in statement.sides for n in walk(side)):
            if isinstance(node, Symbol):
                seen.setdefault(node.name, len(seen))
                if node.dots or node.primes:
                    dotted[node.name] += 1
            if isinstance(node, Call) and node.function in TRIGONOMETRIC:
                for inner in (i for a in node.arguments for i in walk(a)):
                    if isinstance(inner, Symbol) and inner.name != "pi":
                        turned[inner.name] += 1
    vector = _vector_definition(statements, count)
    number = {name: k for k, name in enumerate(declared or vector, 1) if name}
    lacking = [k for k in range(1, count + 1) if k not in number.values()]
    if number and lacking:  # a few are declared: the others are what else moves
        others = _by_number(dotted, count)
        number |= {n: k for n, k in others.items() if k in lacking and n not in number}
        lacking = [k for k in lacking if k not in number.values()]
        rest = [
            n for n in sorted(dotted, key=lambda n: seen[n]) if n not in number and _loose(n, seen)
        ]
        number |= dict(zip(rest, lacking, strict=False)) if len(rest) >= len(lacking) else {}
    guessed = ""
    if not number:
        number = _by_number(dotted, count)
        if len(set(number.values())) < count:
            number |= {
                n: k for n, k in _by_number(turned, count).items() if k not in number.values()
            }
        missing = [k for k in range(1, count + 1) if k not in number.values()]
        stems = Counter(_stem(n) for n in number)
        for k in missing:  # a coordinate that is never seen moving, named like the others
            stem = stems.most_common(1)[0][0] if stems else "q"
            number[f"{stem}{k}"] = k
    loose = [n for n in sorted({*dotted, *turned}, key=lambda n: seen.get(n, 0)) if _loose(n, seen)]
    if not vector and not declared and len(loose) == count and not _by_number(dotted, count):
        number = {name: k for k, name in enumerate(loose, 1)}
        if count > 1:
            guessed = f"the coordinates are taken in this order: {', '.join(loose)}"
    letters = {_stem(n) for n in number} | {"q"}
    numbered = {n for n in seen if n not in number}
    vectors = frozenset(n for n in numbered if n in letters or n in ("q", "theta", "Theta"))
    found = Coordinates(number, vectors, guessed=guessed)
    return _with_forces(found, statements, count)


def _loose(name: str, seen: Mapping[str, int]) -> bool:
    """A name without a number that is no vector of numbered ones."""
    return not NUMBERED.match(name) and not any(
        (m := NUMBERED.match(n)) and m[1] == name for n in seen
    )


def _stem(name: str) -> str:
    match = NUMBERED.match(name)
    return match[1] if match else name


def _by_number(names: Counter[str], count: int) -> dict[str, int]:
    """For each coordinate the likeliest name that ends in its number."""
    whole: Counter[str] = Counter()
    for name in names:
        match = NUMBERED.match(name)
        if match and 1 <= int(match[2]) <= count:
            whole[match[1]] += 1
    found: dict[int, tuple[int, int, str]] = {}
    for name, times in names.items():
        match = NUMBERED.match(name)
        if match and 1 <= int(match[2]) <= count:
            k = int(match[2])
            merit = (whole[match[1]], times, name)
            found[k] = max(found.get(k, (0, 0, "")), merit)
    return {name: k for k, (_, _, name) in found.items()}


def _vector_definition(statements: Sequence[Statement], count: int) -> list[str]:
    """The names of q = [x, θ]ᵀ, where a text says so."""
    for statement in statements:
        first = statement.sides[0]
        if not (isinstance(first, Symbol) and first.name in ("q", "theta", "Theta", "x")):
            continue
        for side in statement.sides[1:]:
            table = next((n for n in walk(side) if isinstance(n, Table)), None)
            if table is None or first.dots:
                continue
            entries = [e for row in table.rows for e in row]
            names = [e.name for e in entries if isinstance(e, Symbol) and not e.dots]
            if len(names) == len(entries) == count and len(set(names)) == count:
                return names
    return []


def _with_forces(found: Coordinates, statements: Sequence[Statement], count: int) -> Coordinates:
    """The names of driving forces: alone on a side, accelerations on the other."""
    single: Counter[tuple[str, int]] = Counter()
    whole: set[str] = set()
    for statement in statements:
        for side in statement.sides:
            others = [s for s in statement.sides if s is not side]
            if not any(_accelerates(s) for s in others):
                continue
            for symbol in _alone(side):
                match = NUMBERED.match(symbol.name)
                if symbol.name in found.number or symbol.dots:
                    continue
                if match and 1 <= int(match[2]) <= count:
                    single[symbol.name, int(match[2])] += 1
                elif not match:
                    whole.add(symbol.name)
    forces = dict(tuple(single))
    names = {
        n.name for s in statements for side in s.sides for n in walk(side) if isinstance(n, Symbol)
    }
    for name in names:
        match = NUMBERED.match(name)
        if match and 1 <= int(match[2]) <= count and (match[1] == "tau" or match[1] in whole):
            forces.setdefault(name, int(match[2]))
    if "tau" in names and not any(_stem(n) == "tau" and n == "tau" for n in found.number):
        whole.add("tau")
    for name in names:  # τ_ψ: the force of the coordinate ψ
        for letter in ("tau", "Q", "T", "F", "u"):
            rest = name.removeprefix(letter)
            if rest != name and rest in found.number and not rest[-1:].isdigit():
                forces.setdefault(name, found.number[rest])
    whole |= {_stem(n) for n in forces} & names
    if count == 1:
        forces |= dict.fromkeys(whole, 1)
        whole = set()
    return replace(found, forces=forces, force_vectors=frozenset(whole - set(found.vectors)))


def _accelerates(side: Node) -> bool:
    return any(
        (isinstance(n, Symbol) and n.dots == 2) or (isinstance(n, Derivative) and n.by is None)
        for n in walk(side)
    )


def _alone(side: Node) -> Iterator[Symbol]:
    """The symbols of a side that is nothing but a name, or a table of names."""
    if isinstance(side, Symbol):
        yield side
    elif isinstance(side, Sum):
        inner = [t.of if isinstance(t, Negative) else t for t in side.terms]
        if all(isinstance(t, Symbol) and not t.dots for t in inner):
            yield from (t for t in inner if isinstance(t, Symbol))
    elif isinstance(side, Table):
        entries = [e for row in side.rows for e in row]
        if all(isinstance(e, Symbol) for e in entries):
            yield from (e for e in entries if isinstance(e, Symbol))
    elif isinstance(side, Call) and side.function == "tau":
        yield Symbol("tau", side.place)


# code --------------------------------------------------------------------------------------------


def name_rates(statements: Sequence[Statement]) -> list[Statement]:
    """The statements of code with ``dq(2)``, ``q1_dot`` and the like as dotted symbols."""
    assigned = {_root(s.sides[0]) for s in statements if s.assignment}
    used = {
        n.name for s in statements for side in s.sides for n in walk(side) if isinstance(n, Symbol)
    }

    def change(node: Node) -> Node:
        if isinstance(node, Entry) and isinstance(node.of, Symbol) and node.of.name not in assigned:
            indices = "".join(map(str, node.indices))
            if len(node.indices) == 1 or 1 in node.indices:
                indices = str(max(node.indices))
            node = Symbol(f"{node.of.name}{indices}", node.place, 0, node.of.text)
        if isinstance(node, Symbol) and not node.dots and node.name not in assigned:
            return _rate(node, used)
        return rebuild(node, change)

    return [replace(s, sides=tuple(map(change, s.sides))) for s in statements]


def _root(node: Node) -> str:
    while isinstance(node, (Entry,)):
        node = node.of
    return node.name if isinstance(node, Symbol) else ""


def _rate(symbol: Symbol, used: set[str]) -> Symbol:
    match = RATE.match(symbol.name)
    plain = symbol.name.replace("_", "")
    if match is None:
        return replace(symbol, name=plain)
    before, after = match["before"] or "", match["after"] or ""
    number = match["number"] or match["last"]
    stem = match["stem"]
    order = ORDER.get(before, 1 if before else 0) or ORDER.get(after, 1 if after else 0)
    if order and stem in STEMS and stem not in ("d", "t", "x", "alpha", "beta"):
        return Symbol(f"{stem}{number}", symbol.place, order, symbol.text)
    if order and f"{stem}{number}" in {u.replace("_", "") for u in used} and before != after:
        return Symbol(f"{stem}{number}", symbol.place, order, symbol.text)
    return replace(symbol, name=plain)


def resolve_primes(statements: Sequence[Statement], coordinates: Coordinates) -> list[Statement]:
    """Primes as dots on coordinates, and as part of the name on everything else."""
    known = {*coordinates.number, *coordinates.vectors}

    def change(node: Node) -> Node:
        if isinstance(node, Symbol) and node.primes:
            if node.name in known:
                return replace(node, dots=node.dots + node.primes, primes=0)
            return replace(node, name=f"{node.name}{'prime' * node.primes}", primes=0)
        return rebuild(node, change)

    if not any(
        isinstance(n, Symbol) and n.primes
        for s in statements
        for side in s.sides
        for n in walk(side)
    ):
        return list(statements)
    return [replace(s, sides=tuple(map(change, s.sides))) for s in statements]


def count_indices(
    statements: Sequence[Statement], coordinates: Coordinates, count: int
) -> list[Statement]:
    """Equations for a general i, as of Lagrange, once for each coordinate."""
    stems = {_stem(n) for n in coordinates.number}
    found: list[Statement] = []
    for statement in statements:
        names = {n.name for side in statement.sides for n in walk(side) if isinstance(n, Symbol)}
        index = next((i for i in ("i", "j", "k") if any(f"{s}{i}" in names for s in stems)), "")
        if not index or statement.assignment:
            found.append(statement)
            continue
        for k in range(1, count + 1):
            sides = tuple(with_index(side, index, k) for side in statement.sides)
            found.append(replace(statement, sides=sides))
    return found
