"""Whether a text is probably about another robot than the one it is judged against."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

from torsor.formats.load import library_names, library_robot
from torsor.referee.naming.coordinates import NUMBERED
from torsor.referee.reading.syntax import Symbol
from torsor.referee.text_statements import read_text_statements
from torsor.robot.robot import Robot

FORCES = ("tau", "T", "Gamma", "Q", "u")
"""What authors call driving forces."""

MOST = 30
"""Driving forces that are looked for."""

NO_ANGLE = re.compile(r"q(\d+) is no angle")


def doubt_of(text: str, form: str, robot: Robot, reasons: Iterable[str] = ()) -> str:
    """Why the text is probably about another robot; nothing where it fits this one."""
    signs: list[str] = []
    count = count_forces(text, form)
    if count > 1 and count != robot.dof:
        signs.append(f"the text has {count} driving forces, {robot.name} has {robot.dof}")
    turned = {match[1] for reason in reasons if (match := NO_ANGLE.search(reason))}
    signs += [
        f"the text turns joint {number}, which slides in {robot.name}" for number in sorted(turned)
    ]
    if not signs:
        return ""
    other = named_robot(text, robot, count)
    told = f" It names {other}, which is in the library." if other else ""
    return f"Probably another robot: {'; '.join(signs)}.{told}"


def count_forces(text: str, form: str) -> int:
    """How many driving forces a text states, numbered from 1 without a gap."""
    found: dict[str, set[int]] = defaultdict(set)
    for statement in read_text_statements(text, f".{form}", MOST)[0]:
        for side in statement.sides:
            match = NUMBERED.match(side.name) if isinstance(side, Symbol) else None
            if match and match[1] in FORCES:
                found[match[1]].add(int(match[2]))
    return max((len(own) for own in found.values() if max(own) == len(own)), default=0)


def named_robot(text: str, robot: Robot, count: int) -> str:
    """The one robot of the library, of so many coordinates, that the text calls by its name."""
    words = {word.lower() for word in re.findall(r"[A-Za-z0-9]+", text)}
    if words & _names(robot.name):
        return ""
    found = []
    for name in library_names():
        other = library_robot(name)
        if {name.lower()} & words or _names(other.name) & words:
            found.append((other.dof == count, other.name))
    fit = [name for fits, name in found if fits] or [name for _, name in found]
    return fit[0] if len(fit) == 1 else ""


def _names(name: str) -> set[str]:
    """A name as one word, where it is one."""
    return {name.lower()} if name.isalnum() and len(name) > 2 else set()
