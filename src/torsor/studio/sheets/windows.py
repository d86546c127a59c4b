"""A window of a block: some of its lines as runs of MathML, coloured, traced and counted."""

from __future__ import annotations

from torsor.document.printing.mathml import MathmlPrinter
from torsor.equations.tree import Key
from torsor.mechanics.effects import Roles
from torsor.mechanics.trace import bearers
from torsor.robot.robot import Robot
from torsor.studio.protocol import equations as protocol
from torsor.studio.protocol.equations import Run
from torsor.studio.sheets.sheet import Block, Equation, Sheet
from torsor.studio.sheets.terms import PrintedTerm, typed

MOST_LINES = 200

Wanted = frozenset[tuple[str, int]]
"""Factors that are searched for, each with its power."""


def window(
    sheet: Sheet,
    equation: Equation,
    block: Block,
    room: float,
    start: int,
    count: int,
    wanted: Wanted = frozenset(),
) -> protocol.Lines:
    """Some lines of a block; terms with all the factors that are wanted are ``found``."""
    lines = block.lines(room)
    printer = MathmlPrinter(sheet.writer.style.notation.product)
    shown: list[protocol.Line] = []
    for number in range(max(start, 0), min(start + min(count, MOST_LINES), len(lines))):
        line = lines[number]
        runs: list[Run] = []
        for k, (piece, source) in enumerate(zip(line.pieces, line.sources, strict=True)):
            first = block.first and number == 0 and k == 0
            term = block.terms[source]
            runs.append(_run(sheet, equation, term, printer.piece(piece, first), wanted))
        nodes = sum(count_nodes(run["mathml"]) for run in runs)
        shown.append({"number": number, "nodes": nodes, "runs": runs})
    return {"equation": equation.id, "block": block.id, "total": len(lines), "lines": shown}


def count_nodes(mathml: str) -> int:
    """The elements in a piece of MathML."""
    return mathml.count("<") - mathml.count("</")


def has(term: PrintedTerm, wanted: Wanted) -> bool:
    """Whether a term has all of some factors, each to its power or a higher one."""
    own = dict(term.atoms)
    return bool(wanted) and all(own.get(name, 0) >= power for name, power in wanted)


def _run(sheet: Sheet, equation: Equation, term: PrintedTerm, mathml: str, wanted: Wanted) -> Run:
    powers, sorter = term.powers, equation.sorter
    gone = equation.kept is not None and powers is not None and powers not in equation.kept
    return {
        "mathml": mathml,
        "term": typed(powers) if powers and equation.traceable else "",
        "effect": sorter.effect(powers) if sorter and powers is not None else "",
        "links": links_of(sheet.model.robot, sheet.writer.roles, powers) if powers else [],
        "names": term.names,
        "gone": gone,
        "found": has(term, wanted),
    }


def links_of(robot: Robot, roles: Roles, powers: Key) -> list[int]:
    """The links whose mass, inertia or drive brings a term; 0 is the load."""
    if robot.bodies:
        names = {name for name, _ in powers}
        entries = {i: (body.mass, *body.inertia) for i, body in enumerate(robot.bodies, 1)}
        return [i for i, own in entries.items() if any(names & set(e.names()) for e in own)]
    found = [number for number, _ in bearers(robot, roles, powers)]
    names = {name for name, _ in powers}
    for i, link in enumerate(robot.links, 1):
        own = {n for entry in link.drive.entries for n in entry.names()}
        if own & names and i not in found:
            found.append(i)
    return sorted(found)
