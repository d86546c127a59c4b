"""Every command × every library robot × every format: what is recorded, page by page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.matrix.truth import Truth, numbers_for

import torsor
from torsor.document import FORMATS

ROBOTS = tuple(sorted(torsor.library_names()))
LARGE = ("iiwa", "iiwa14", "iiwa7", "panda", "puma560", "rv1a", "stanford", "ur10e", "ur3e", "ur5",
         "ur5e")  # fmt: skip
"""Robots whose equations are long: fewer lines, and most of them for ``make prove``."""
PAPERS = ("3r", "rttrr", "rv1a", "scara", "trtrr")
FORMS = ("tau", "matrices", "steps", "energies", "base")
NOTATIONS = ("standard", "plain", "rttrr", "trtrr", "3r", "spong", "craig", "khalil")
TARGETS = ("c", "cpp", "rust", "python", "matlab", "javascript", "cuda")
COMMANDS = ("list", "show", "new", "cad", "derive", "eval", "why", "verify", "check", "ops", "diff",
            "code", "export", "simulate", "actuators", "report", "draw", "studio",
            "atlas", "classify")  # fmt: skip


@dataclass(frozen=True)
class Line:
    """A command line; ``slow`` ones are run by ``make prove`` only; ``out`` is what it writes."""

    words: tuple[str, ...]
    slow: bool = False
    out: str | None = None

    def __str__(self) -> str:
        return "torsor " + " ".join(f'"{w}"' if " " in w else w for w in self.words)


def pages() -> tuple[str, ...]:
    """One page a robot, and three more."""
    return (*ROBOTS, "commands", "papers", "options")


def lines(page: str) -> Iterator[Line]:
    """The command lines of a page."""
    if page == "commands":
        yield from _commands()
    elif page == "papers":
        yield from _papers()
    elif page == "options":
        yield from _options()
    else:
        yield from _robot(page)


def prepare(page: str, folder: Path) -> None:
    """The files that the command lines of a page read."""
    (folder / "pairs.tex").write_text(PAIRS, "utf-8")
    (folder / "bad.toml").write_text('name = "bad"\njoint = [{ kind = "Q" }]\n', "utf-8")
    (folder / "arm.urdf").write_text(URDF, "utf-8")
    (folder / "solid.txt").write_text(SOLID, "utf-8")
    robot = torsor.load(page if page in ROBOTS else "planar2r").declared
    truth = Truth(robot, numbers_for(robot))
    (folder / "values.json").write_text(json.dumps(truth.values), "utf-8")
    (folder / "state.json").write_text(json.dumps(truth.everything), "utf-8")
    bare = robot if robot.bodies else robot.with_payload("none")
    unloaded = Truth(bare, numbers_for(bare))
    start = [round(float(x), 4) for x in unloaded.state.q]
    values = ["[values]", *(f"{n} = {v}" for n, v in unloaded.values.items())]
    head = ["sample = 0.01", f"start = {{ q = {start} }}"]
    free = [*head, "duration = 0.05", 'drive = "free"', *values]
    (folder / "free.toml").write_text("\n".join(free) + "\n", "utf-8")
    to = [round(x + 0.1, 4) for x in start]
    motion = ["[[motion]]", 'kind = "quintic"', f"to = {to}", "duration = 0.1"]
    (folder / "along.toml").write_text("\n".join([*head, *motion, *values]) + "\n", "utf-8")


def _robot(name: str) -> Iterator[Line]:
    large, bodies = name in LARGE, name == "rv1a-paper"

    def line(*words: str, slow: bool = large, out: str | None = None) -> Line:
        return Line(words, slow, out)

    yield line("show", name, slow=False)
    yield line("show", name, "--json", slow=False)
    for form in FORMS:
        for format in FORMATS if not large else ("latex", "html") if form == "tau" else ():
            yield line("derive", name, "--form", form, "--format", format)
        if form in ("tau", "matrices") or not large:
            yield line("derive", name, "--form", form, "--json")
    for method in ("lagrange", "virtual-work"):
        yield line("derive", name, "--method", method, "--json")
    if not large:
        yield line("derive", name, "--values", "values.json", "--digits", "6")
    if not bodies:
        for payload in ("body", "weight", "none"):
            yield line("derive", name, "--payload", payload, "--json")
        yield line("derive", name, "--with", "friction", "--with", "rotors", "--json")
    what = "tau,M,C,g,K,V,Mdot,tau_q,tau_dq"
    yield line("eval", name, "--values", "state.json", "--what", what, "--json")
    yield line("eval", name, "--values", "state.json")
    chain = "pose,J,Jdot,Y,f,n,payload,friction,spring"
    yield line("eval", name, "--values", "state.json", "--what", chain, "--json")
    yield line("verify", name)
    if not large:
        yield line("verify", name, "--format", "markdown")
    yield line("verify", name, "--json")
    yield line("why", name, "tau2", "g", slow=False)
    if not large:
        yield line("why", name, "tau1", "1", "--json")
    yield line("ops", name)
    yield line("ops", name, "--parameters", "all", "--json", slow=False)
    for target in TARGETS if not large else ("c", "python"):
        words = ("code", name, "--target", target, "-o", "code")
        yield line(*words, slow=large or target != "c", out="code")
    for format in ("toml", "urdf", "mjcf"):
        values = () if format == "toml" else ("--values", "values.json")
        yield line("export", name, "--format", format, *values, slow=False)
    yield line("simulate", name, "free.toml", "--json", slow=large)
    yield line("simulate", name, "along.toml", "--json", slow=False)
    yield line("simulate", name, "along.toml", "-o", "along.csv", out="along.csv")
    yield line("actuators", name, "along.toml", slow=False)
    yield line("actuators", name, "along.toml", "--json")
    yield line("draw", name)  # of a large robot, ties of labels go by the machine's last digits
    yield line("draw", name, "--values", "values.json", "--view", "top")
    for suffix in ("md", "html", "tex", "typ") if not large else ():
        file = f"report.{suffix}"
        yield line("report", name, "-o", file, slow=large or suffix != "md", out=file)


def _commands() -> Iterator[Line]:
    yield Line(("--help",))
    for command in COMMANDS:
        yield Line((command, "--help"))
    yield Line(())
    yield Line(("list",))
    yield Line(("list", "--json"))
    for words in (
        ("derive", "nobody"), ("derive", "bad.toml"), ("derive", "rttrr", "--form", "odd"),
        ("derive", "rttrr", "--format", "odd"), ("derive", "rttrr", "--set", "l9=1"),
        ("derive", "missing.toml"), ("eval", "rttrr"), ("eval", "rttrr", "--set", "q1=x"),
        ("why", "rttrr", "tau9", "g"), ("why", "rttrr", "tau1", "zz"), ("check", "nobody"),
        ("check", "bad.toml"), ("ops", "rttrr", "--parameters", "odd"),
        ("code", "rttrr", "--target", "cobol", "-o", "code"),
        ("export", "rttrr", "--format", "urdf"), ("simulate", "rttrr", "bad.toml"),
        ("simulate", "rttrr", "missing.toml"), ("draw", "rttrr", "--view", "odd"),
        ("report", "rttrr", "-o", "report.doc"), ("nothing",), ("derive",), ("derive", "--odd"),
    ):  # fmt: skip
        yield Line(words)


def _papers() -> Iterator[Line]:
    for paper in PAPERS:
        for format in ("text", "markdown", "latex", "html", "json"):
            yield Line(("check", paper, "--format", format), slow=format not in ("text", "json"))
        yield Line(("check", paper, "--strict"), slow=True)
    yield Line(("check", "--all", "--json"))
    yield Line(("check", "--init", "planar2r", "pairs.tex"))


def _options() -> Iterator[Line]:
    for notation in NOTATIONS:
        for format in ("text", "latex"):
            words = ("derive", "rttrr", "--notation", notation, "--format", format)
            yield Line(words)
    for words in (
        ("--form", "steps", "--relations"), ("--collect", "motion"), ("--collect", "velocity"),
        ("--shorter", "squares,double,sums"), ("--intermediates",), ("--format", "latex",
        "--standalone"), ("--assume", "com_at_origin", "--assume", "principal_axes"),
        ("--compare",), ("--with", "springs"), ("--payload", "wrench-base", "--json"),
        ("--set", "l3=0.25", "--set", "m1=2", "--digits", "5"),
    ):  # fmt: skip
        yield Line(("derive", "rttrr", *words))
    for words in (
        ("show", "arm.urdf"), ("show", "arm.urdf", "--json"), ("derive", "arm.urdf"),
        ("derive", "arm.urdf", "--symbolic", "lengths,inertial"), ("verify", "arm.urdf"),
        ("eval", "arm.urdf", "--set", "q1=0.3", "--set", "q2=0.4", "--set", "dq1=1", "--set",
         "dq2=0", "--set", "ddq1=0", "--set", "ddq2=0"), ("export", "arm.urdf", "--format", "mjcf"),
        ("export", "arm.urdf"), ("diff", "arm.urdf", "planar2r"), ("ops", "arm.urdf"),
        ("diff", "trtrr", "trtrr", "--assume", "point_masses"), ("diff", "rttrr", "rttrr"),
        ("diff", "planar2r", "3r", "--json"), ("derive", "trtrr", "--no-hypotheses", "--json"),
        ("derive", "Rz(q1) tx(l1) Ry(q2) tz(l2)"), ("show", "Rz(q1) tx(l1) Ry(q2) tz(l2)"),
        ("eval", "puma560", "--published", "--set", "q1=0.1"), ("cad", "solid.txt", "--link", "1"),
        ("cad", "solid.txt", "--link", "1", "--json"),
    ):  # fmt: skip
        yield Line(words)
    for words in (("new", "RTR", "-o", "new.toml"), ("new", "RRR", "-o", "new.toml")):
        yield Line(words, out="new.toml")


PAIRS = r"""\begin{equation} \tau_2 = (m_2 r_{x2}^2 + I_{zz2}) \ddot q_2 + m_2 r_{x2} g c_{12}
\label{eq:two} \end{equation}"""
URDF = """<robot name="arm"><link name="base"/><link name="upper"><inertial><mass value="2"/>
<origin xyz="0.1 0 0"/>
<inertia ixx="0.01" iyy="0.02" izz="0.03" ixy="0" ixz="0" iyz="0"/></inertial>
</link><link name="lower"><inertial><mass value="1"/><origin xyz="0.2 0 0"/><inertia ixx="0.01"
iyy="0.02" izz="0.02" ixy="0.001" ixz="0" iyz="0"/></inertial></link>
<joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 1 0"/>
<limit lower="-1" upper="1" effort="50" velocity="2"/></joint>
<joint name="elbow" type="continuous"><parent link="upper"/><child link="lower"/>
<origin xyz="0.4 0 0" rpy="0 0 0.7"/><axis xyz="0 0 1"/><dynamics damping="0.1" friction="0.2"/>
</joint></robot>"""
SOLID = """Mass properties of Part1
     Configuration: Default
     Coordinate system: -- default --

Density = 0.00270000 grams per cubic millimeter

Mass = 1210.50 grams

Volume = 448333.33 cubic millimeters

Surface area = 60000.00  square millimeters

Center of mass: ( millimeters )
    X = 12.50
    Y = 0.00
    Z = 40.25

Principal axes of inertia and principal moments of inertia: ( grams *  square millimeters )
Taken at the center of mass.
     Ix = ( 1.00,  0.00,  0.00)      Px = 100000.00
     Iy = ( 0.00,  1.00,  0.00)      Py = 200000.00
     Iz = ( 0.00,  0.00,  1.00)      Pz = 250000.00

Moments of inertia: ( grams *  square millimeters )
Taken at the center of mass and aligned with the output coordinate system.
    Lxx = 100000.00    Lxy = 1000.00    Lxz = 0.00
    Lyx = 1000.00      Lyy = 200000.00  Lyz = 0.00
    Lzx = 0.00         Lzy = 0.00       Lzz = 250000.00
"""
