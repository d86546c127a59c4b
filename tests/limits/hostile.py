"""Small robots that once filled the machine, and their siblings."""

from __future__ import annotations

import json
from pathlib import Path

from torsor import TorsorError, load
from torsor.robot.symbols import parameters


def chain(count: int, axes: str = "z", between: str = "tx(l#)") -> str:
    """Joints about the axes in turn, with something between them."""
    return " ".join(
        f"R{axes[k % len(axes)]}(q{k + 1}) {between.replace('#', str(k + 1))}" for k in range(count)
    )


def names(stem: str, count: int) -> str:
    """A sum of so many names."""
    return " + ".join(f"{stem}{k}" for k in range(1, count + 1))


def table(*joints: str, rest: str = "") -> str:
    """A robot as TOML."""
    return "joint = [\n" + ",\n".join(joints) + "\n]\n" + rest


def joint(axis: str = "z", offset: str = "l", more: str = "") -> str:
    """A joint with one long entry."""
    return f'{{ kind = "R", axis = "{axis}", offset = [{json.dumps(offset)}, 0, 0]{more} }}'


NINE = f"({names('a', 9)})"

ETS = {
    "three named angles": " ".join(
        f"R{'zyx'[k % 3]}(q{k}) Rx(a{k}) Ry(b{k}) Rz(c{k})" for k in range(1, 7)
    ),
    "planar 20": chain(20),
    "planar 30": chain(30),
    "planar 50": chain(50),
    "planar 50 about y": chain(50, "y"),
    "planar 30 turned over": chain(30, "z", "tx(l#) Rx(180deg)"),
    "planar 30 with slides": " ".join(
        f"Rz(q{2 * k + 1}) tx(l{k}) tx(q{2 * k + 2})" for k in range(15)
    ),
    "general 12": chain(12, "zyx"),
    "general 50": chain(50, "zyx"),
    "fifteen degrees": chain(7, "zyx", "tx(l#) Rx(15deg) Ry(75deg)"),
    "long sums": chain(6, "zyx", "tx(" + names("a#_", 30) + ")"),
    "many named angles": chain(7, "zyx", "Rx(a#) tx(l#)"),
}
TABLES = {
    "a sum of nine to the 7th": table(joint(), joint("x", f"{NINE}^7"), joint("y", "l3")),
    "nine to the 4th": table(joint("z", f"{NINE}^4"), joint("x", f"{NINE}^4")),
    "nine thousand names": table(joint(), joint("x", names("a", 9000)), joint("y", "l3")),
    "products of sums": table(
        *(
            joint("xyz"[k % 3], f"({names(f'a{k}', 5)})*({names(f'b{k}', 5)})*({names('c', 4)})")
            for k in range(6)
        )
    ),
    "nested powers": table(joint(), joint("x", "((((a*b)^64*c)^64*a)^64*b)^64"), joint("y")),
    "long numbers": table(
        *(joint("xyz"[k % 3], "0." + "1234567891" * 25 + f"{k}") for k in range(7))
    ),
    "long sums of inertia": table(
        *(
            joint(
                "xyz"[k % 3],
                f"l{k}",
                f', link = {{ mass = "{names(f"m{k}_", 20)}", '
                f'inertia = {{ xx = "{names(f"i{k}_", 20)}" }} }}',
            )
            for k in range(6)
        )
    ),
    "long gravity": table(
        *(joint("xyz"[k % 3], f"l{k}") for k in range(6)),
        rest=f'gravity = ["{names("gx", 40)}", "{names("gy", 40)}", "{names("gz", 40)}"]\n',
    ),
    "long coupling": table(
        *(joint("xyz"[k % 3], f"l{k}") for k in range(5)),
        '{ kind = "R", axis = "z", moves = "24*q1 - 20*q2 + 7*q3" }',
    ),
    "many branches": table(
        *(joint("xyz"[k % 3], f"l{k}", f", parent = {k // 2}") for k in range(14))
    ),
    "angles summed": table(
        *(
            joint("xyz"[k % 3], f"l{k}", f', rotation = "Rx(a{k} + b{k} + c{k} + d{k})"')
            for k in range(6)
        )
    ),
    "bodies": 'coordinates = "RRRRRR"\n'
    + "".join(
        f"[[body]]\nmass = 'm{k}'\n"
        f"position = ['{' + '.join(f'(a{i} + b{i})*cos(q{i})' for i in range(1, k + 1))}', "
        f"'{'*'.join(f'(a{i} + b{i}*sin(q{i}))' for i in range(1, k + 1))}', 0]\n"
        "omega = [0, 'cos(q1)*dq2', 'dq1']\ninertia = [1, 1, 1]\n"
        for k in range(1, 7)
    ),
}

ROBOTS = {**ETS, **TABLES}

SCENARIO = 'sample = 0.005\n[[motion]]\nkind = "hold"\nduration = 0.01\n'

VERBS = {
    "derive": ["derive", "ROBOT"],
    "derive json": ["derive", "ROBOT", "--json"],
    "derive lagrange": ["derive", "ROBOT", "--method", "lagrange", "--json"],
    "derive virtual work": ["derive", "ROBOT", "--method", "virtual-work", "--json"],
    "derive matrices": ["derive", "ROBOT", "--form", "matrices", "--format", "latex"],
    "derive steps": ["derive", "ROBOT", "--form", "steps", "--format", "html"],
    "derive energies": ["derive", "ROBOT", "--form", "energies", "--format", "markdown"],
    "derive base": ["derive", "ROBOT", "--form", "base", "--json"],
    "derive shorter": ["derive", "ROBOT", "--shorter", "squares,double,sums", "--intermediates"],
    "derive collected": ["derive", "ROBOT", "--collect", "motion", "--format", "typst"],
    "derive compare": ["derive", "ROBOT", "--compare"],
    "derive values": ["derive", "ROBOT", "--values", "VALUES"],
    "eval": ["eval", "ROBOT", "--values", "VALUES", "--what", "tau,M,C,g"],
    "verify": ["verify", "ROBOT"],
    "why": ["why", "ROBOT", "tau1", "ddq1"],
    "diff": ["diff", "ROBOT", "ROBOT"],
    "ops": ["ops", "ROBOT"],
    "ops all": ["ops", "ROBOT", "--parameters", "all"],
    "code c": ["code", "ROBOT", "--target", "c", "-o", "out"],
    "code python": ["code", "ROBOT", "--target", "python", "--functions", "all", "-o", "out"],
    "report": ["report", "ROBOT", "-o", "report.md"],
    "report pdf": ["report", "ROBOT", "-o", "report.pdf"],
    "draw": ["draw", "ROBOT", "-o", "drawing.svg"],
    "show": ["show", "ROBOT"],
    "show json": ["show", "ROBOT", "--json"],
    "export": ["export", "ROBOT", "--format", "toml"],
    "export urdf": ["export", "ROBOT", "--format", "urdf", "--values", "VALUES"],
    "simulate": ["simulate", "ROBOT", "SCENARIO", "--values", "VALUES"],
    "check": ["check", "--init", "ROBOT", "PAPER"],
}
"""Every command that derives or compiles, with its forms."""


def _values(given: str) -> dict[str, float]:
    """A number for every parameter."""
    try:
        return {n: 1 + k / 7 for k, n in enumerate(parameters(load(given)))}
    except TorsorError:  # it will be told by the command too
        return {}


def command(robot: str, verb: str, folder: Path) -> list[str]:
    """The arguments of a verb for a robot, whose files are written into the folder."""
    place = folder / f"{list(ROBOTS).index(robot)}"
    given = ROBOTS[robot]
    if robot in TABLES:
        given = str(place.with_suffix(".toml"))
        Path(given).write_text(TABLES[robot])
    files = {"VALUES": ".json", "SCENARIO": ".scenario.toml", "PAPER": ".tex"}
    paths = {key: str(place.with_suffix(suffix)) for key, suffix in files.items()}
    if "VALUES" in VERBS[verb]:
        Path(paths["VALUES"]).write_text(json.dumps(_values(given)))
    if "SCENARIO" in VERBS[verb]:
        Path(paths["SCENARIO"]).write_text(SCENARIO)
    if "PAPER" in VERBS[verb]:
        Path(paths["PAPER"]).write_text(
            "\\begin{equation} \\tau_1 = m_1 \\ddot q_1 \\end{equation}"
        )
    return [({"ROBOT": given} | paths).get(word, word) for word in VERBS[verb]]
