"""Which of an author's symbols are the joint coordinates, their rates and the driving forces.

They are seen by how they are used: coordinates have dots or stand in sines, numbered as the joints
are; a force stands alone where the other side has accelerations.
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

NUMBERED = re.compile(r"([A-Za-z_]*[A-Za-z])_?([0-9]+)\Z")
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
    if "theta" in letters:
        letters.add("Theta")
    vectors = frozenset(n for n in numbered if n in letters)
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
    free = _free_forces(statements, count, set(found.number))
    for statement in statements:
        if any(isinstance(n, Symbol) and n.name in free for s in statement.sides for n in walk(s)):
            continue
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
    forces = dict(tuple(single)) | free
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


def _free_forces(statements: Sequence[Statement], count: int, taken: set[str]) -> dict[str, int]:
    """Forces that code takes in, as u1 and u2 in a residual."""
    if not any(s.assignment for s in statements):
        return {}
    names = {
        n.name for s in statements for side in s.sides for n in walk(side) if isinstance(n, Symbol)
    }
    assigned = {s.sides[0].name for s in statements if isinstance(s.sides[0], Symbol)}
    for letter in ("tau", "u", "Q"):
        family = {f"{letter}{k}": k for k in range(1, count + 1)}
        if set(family) <= names and not set(family) & (taken | assigned):
            return family
    return {}


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
    elif isinstance(side, Entry) and isinstance(side.of, Symbol):
        yield Symbol(f"{side.of.name}{side.indices[0]}", side.place)
    elif isinstance(side, Call) and side.function == "tau":
        yield Symbol("tau", side.place)


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
