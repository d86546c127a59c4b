"""The package's own generated code as an oracle: written with temporaries, known to be right."""

from __future__ import annotations

from functools import cache

import torsor
from torsor import Expression, Model
from torsor.program.targets import write_code
from torsor.referee.reading.code import Ran, language_of, read_program, run_code
from torsor.referee.reading.syntax import Entry, Statement, Symbol

FUNCTIONS = ("inverse_dynamics", "mass_matrix", "gravity")
RESULTS = {"inverse_dynamics": "tau", "mass_matrix": "M", "gravity": "g"}


@cache
def model(robot: str) -> Model:
    return torsor.derive(torsor.load(robot), payload="none")


@cache
def sources(robot: str, target: str) -> dict[str, str]:
    """The code of a robot; Python's checks of its arguments, which are no equations, left out."""
    files = write_code(torsor.load(robot), target, functions=list(FUNCTIONS))
    kept = {n: t for n, t in files.items() if language_of(n) and "selftest" not in n}
    return {
        name: "\n".join(line for line in text.split("\n") if " = _real(" not in line)
        for name, text in kept.items()
        if not name.endswith(".h")
    }


def setup(robot: str, target: str) -> list[Statement]:
    """The set-up's statements; the parameters keep their own names."""
    for name, text in sources(robot, target).items():
        for routine in read_program(text, language_of(name)).routines:
            if routine.name.endswith("setup"):
                found = [one for one in routine.statements if not takes_parameter(one)]
                if target == "python":  # its constants are returned without a name
                    return [k_for_setup(one) for one in found]
                return found
    raise AssertionError("no set-up")


def takes_parameter(one: Statement) -> bool:
    right = one.sides[1]
    return (
        isinstance(right, Entry) and isinstance(right.of, Symbol) and right.of.name == "parameters"
    )


def k_for_setup(one: Statement) -> Statement:
    left = one.sides[0]
    if isinstance(left, Symbol) and left.name == "setup":
        k = Symbol("k", left.place)
        return Statement((k, one.sides[1]), one.line, one.column, one.text, assignment=True)
    return one


def run(robot: str, target: str, function: str, text: str = "") -> Ran[Expression]:
    """The function run behind its set-up; ``text`` instead of what was generated."""
    for name, written in sources(robot, target).items():
        if target == "matlab" and not name.endswith(f"{function}.m"):
            continue
        for routine in read_program(text or written, language_of(name)).routines:
            if routine.name.endswith(function):
                return run_code([*setup(robot, target), *routine.statements])
    raise AssertionError(f"no function {function}")


def entries(ran: Ran[Expression], function: str, n: int) -> list[Expression]:
    """What a function returns, row by row."""
    name = "entries" if "entries" in ran.values else RESULTS[function]
    rows = ran.rows(name)
    return [value for row in rows for value in row]


def truth(robot: str, function: str) -> list[Expression]:
    """The model's own, row by row."""
    m = model(robot)
    if function == "mass_matrix":
        return [m.ring.coerce(m.M[i, j]) for i in range(m.n) for j in range(m.n)]
    of = {"inverse_dynamics": m.tau, "gravity": m.g}[function]
    return [m.ring.coerce(of[i]) for i in range(m.n)]
