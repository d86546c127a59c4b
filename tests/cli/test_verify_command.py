"""``torsor verify``, ``derive --compare``, energies and base parameters, every ``eval --what``."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.cli.running import certificate_rows
from tests.oracles import recursion
from tests.truth.bridge import in_numbers, random_values, short_state, with_state
from tests.truth.judge import relative_error

import torsor as package
from torsor.mechanics.quantities import QUANTITIES

METHODS = ("newton-euler", "lagrange", "virtual-work")
PROVEN = (
    "Newton-Euler ≡ Lagrange ≡ virtual work",
    "τ = M q̈ + C q̇ + g + payload",
    "M is symmetric",
    "Ṁ − 2C is skew",
    "d/dt (K + U) = q̇ᵀ τ",
    "payload = Jᵀ · wrench",
    "lean recursion ≡ textbook recursion",
    "τ = Y π",
    "τ from base parameters ≡ τ",
)
SHOWN = ("M is positive definite", "agrees with Pinocchio")

# the certificate ----------------------------------------------------------------------------------


def test_the_certificate_says_what_is_proven_and_what_is_shown(torsor) -> None:
    answer = torsor("verify", "rttrr")
    assert (answer.status, answer.err) == (0, "")
    first, *_, last = answer.out.splitlines()
    assert first == "Certificate of RTTRR"
    rows = certificate_rows(answer.out)
    assert [name for _, name, _ in rows] == [*PROVEN, *SHOWN]
    for verdict, name, detail in rows:
        assert verdict == ("proven" if name in PROVEN else "shown")
        assert detail
    assert re.fullmatch(r"Everything holds; \d+\.\d\d s\.", last)


def test_the_certificate_as_markdown_is_one_table(torsor) -> None:
    answer = torsor("verify", "scara", "--format", "markdown")
    assert answer.status == 0
    title, _, head, rule, *rows, _, closing = answer.out.splitlines()
    assert title == "# Certificate of SCARA"
    assert (head, rule) == ("| Verdict | Claim | Detail |", "|:--|:--|:--|")
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    assert all(len(row) == 3 for row in cells)
    assert [row[0] for row in cells] == ["proven"] * len(PROVEN) + ["shown"] * len(SHOWN)
    assert closing.startswith("Everything holds; ")


@pytest.mark.parametrize("format", ["latex", "html", "typst"])
def test_the_certificate_is_written_in_every_format(format: str, torsor) -> None:
    answer = torsor("verify", "scara", "--format", format)
    assert answer.status == 0
    assert "Certificate of SCARA" in answer.out
    assert answer.out.count("proven") == len(PROVEN)
    assert "Everything holds; " in answer.out.replace("\\", "")


def test_the_certificate_as_json_has_the_contract_s_fields(torsor) -> None:
    data = torsor("verify", "trtrr", "--json").data
    assert data["robot"] == "TRTRR"
    assert data["hypotheses"] == ["com_at_origin", "principal_axes"]
    assert data["seconds"] > 0
    assert [check["name"] for check in data["checks"]] == [*PROVEN, *SHOWN]
    for check in data["checks"]:
        assert set(check) >= {"name", "holds", "detail"}
        assert check["holds"] is True
        assert check["how"] == ("exact" if check["name"] in PROVEN else "numeric")
        assert check["detail"]


def test_hypotheses_are_said_in_the_certificate(torsor) -> None:
    text = torsor("verify", "3r", "--assume", "principal_axes").out
    assert "Hypotheses: principal_axes" in text.splitlines()[1]
    markdown = torsor("verify", "3r", "--assume", "principal_axes", "--format", "markdown").out
    assert "**Hypotheses:** principal_axes" in markdown


def test_a_certificate_is_written_to_a_file(torsor, tmp_path: Path) -> None:
    for options, name in (((), "c.txt"), (("--format", "markdown"), "c.md"), (("--json",), "c.js")):
        file = tmp_path / name
        answer = torsor("verify", "planar2r", *options, "-o", file)
        assert (answer.status, answer.out) == (0, "")
        assert "Planar 2R" in file.read_text("utf-8")


@pytest.mark.parametrize("payload", ["wrench-base", "body", "weight", "none"])
def test_a_model_is_proven_under_every_payload(payload: str, torsor) -> None:
    assert torsor("verify", "3r", "--payload", payload).status == 0


def test_a_model_with_friction_rotors_and_springs_is_proven(torsor) -> None:
    answer = torsor("verify", "rttrr", "--with", "friction,rotors,springs")
    assert answer.status == 0
    assert "FAILS" not in answer.out


def test_robots_given_by_bodies_have_the_checks_that_need_no_chain(torsor) -> None:
    data = torsor("verify", "rv1a-paper", "--json").data
    assert [check["name"] for check in data["checks"]] == [
        "Lagrange ≡ virtual work",
        *PROVEN[1:5],
        "M is positive definite",
        "inertias are physically possible",
    ]
    assert all(check["holds"] for check in data["checks"])


def test_a_coupled_robot_is_proven(torsor, tmp_path: Path) -> None:
    file = tmp_path / "wrist.toml"
    file.write_text(
        'name = "Wrist"\n'
        'joint = [{ kind = "R", axis = "z", moves = "q1 + q2" }, '
        '{ kind = "R", axis = "x", moves = "q1 - q2", link = { rotor = true } }]\n'
    )
    data = torsor("verify", file, "--json").data
    assert [check["name"] for check in data["checks"]] == [*PROVEN, SHOWN[0]]
    assert all(check["holds"] for check in data["checks"])


# bodies that cannot be ----------------------------------------------------------------------------


def two_links(mass: Any = 2, inertia: str = "xx = 1, yy = 1, zz = 1") -> str:
    """A robot in numbers whose second link is as told."""
    return f"""\
name = "Two links"
payload = "none"
[[joint]]
kind = "R"
axis = "z"
link = {{ mass = 3, com = ["1/2", 0, 0], inertia = {{ xx = 1, yy = 1, zz = 1 }} }}
[[joint]]
kind = "R"
axis = "x"
offset = [1, 0, 0]
link = {{ mass = {mass}, com = [0, 0, "1/4"], inertia = {{ {inertia} }} }}
"""


IMPOSSIBLE = {
    "a negative mass": (two_links(mass=-2), "link 2 has a negative mass, -2"),
    "one moment above the sum of the others": (
        two_links(inertia="xx = 1, yy = 1, zz = 2.5"),
        "link 2: its principal moments violate the triangle inequality "
        "(Ixx = 1, Iyy = 1, Izz = 2.5)",
    ),
    "a product of inertia too large": (
        two_links(inertia="xx = 1, yy = 1, zz = 1, xy = 0.75"),
        "link 2: its principal moments violate the triangle inequality "
        "(Ixx = 1, Iyy = 1, Izz = 1, Ixy = 0.75)",
    ),
}


@pytest.mark.parametrize("what", IMPOSSIBLE)
def test_a_body_that_cannot_be_fails_by_its_name(what: str, torsor, tmp_path: Path) -> None:
    text, detail = IMPOSSIBLE[what]
    file = tmp_path / "robot.toml"
    file.write_text(text)
    answer = torsor("verify", file, "--json")
    assert (answer.status, answer.err) == (1, "")
    (possible,) = [c for c in json.loads(answer.out)["checks"] if "possible" in c["name"]]
    assert (possible["holds"], possible["detail"]) == (False, detail)
    shown = torsor("verify", file)
    assert shown.status == 1
    (failed,) = [row for row in certificate_rows(shown.out) if row[0] == "FAILS"]
    assert failed[1].startswith("inertias ")
    assert failed[2] == detail
    assert re.search(r"\d of \d+ fail; \d+\.\d\d s\.$", shown.out.rstrip())
    markdown = torsor("verify", file, "--format", "markdown")
    assert markdown.status == 1
    assert f"| **FAILS** | {failed[1]} | {detail} |" in markdown.out


@pytest.mark.parametrize(
    "inertia", ["xx = 1, yy = 1, zz = 2", "zz = 1", "xx = 1, yy = 1, zz = 1, xy = 0.5"]
)
def test_a_plate_a_planar_body_and_a_rod_can_be(inertia: str, torsor, tmp_path: Path) -> None:
    file = tmp_path / "robot.toml"
    file.write_text(two_links(inertia=inertia))
    assert torsor("verify", file).status == 0


def test_impossible_bodies_of_a_robot_without_a_chain_and_loads_are_named(
    torsor, tmp_path: Path
) -> None:
    file = tmp_path / "robot.toml"
    file.write_text(
        'coordinates = "T"\n[[body]]\nmass = -1\nposition = ["q1", 0, 0]\ninertia = 0\n'
    )
    answer = torsor("verify", file)
    assert answer.status == 1
    assert "body 1 has a negative mass, -1" in answer.out
    loaded = two_links().replace('payload = "none"', 'payload = { kind = "body", mass = -1 }')
    file.write_text(loaded)
    answer = torsor("verify", file)
    assert answer.status == 1
    assert "the load has a negative mass, -1" in answer.out


def test_an_unknown_format_is_refused_before_anything_is_derived(torsor) -> None:
    complaint = torsor("verify", "iiwa", "--format", "pdf").complaint
    assert complaint == "no format 'pdf'; expected text, latex, markdown, html, typst, docx"


# the methods side by side -------------------------------------------------------------------------


def test_compare_puts_the_three_methods_side_by_side(torsor) -> None:
    answer = torsor("derive", "scara", "--compare")
    assert answer.status == 0
    title, *lines = answer.out.splitlines()
    assert title == "SCARA: the driving forces by 3 methods"
    for method, line in zip(METHODS, lines, strict=True):
        equal = "" if method == METHODS[0] else ", equal"
        assert re.fullmatch(rf"  {method} +\d+\.\d ms +51 terms{equal}", line)


def test_compare_as_json_has_a_row_for_each_method(torsor) -> None:
    data = torsor("derive", "rttrr", "--compare", "--json").data
    assert data["robot"] == "RTTRR"
    assert [row["method"] for row in data["methods"]] == list(METHODS)
    for row in data["methods"]:
        assert row["equal"] is True
        assert row["terms"] == [229, 14, 52, 102, 60]
        assert row["seconds"] > 0


def test_compare_leaves_newton_euler_out_where_there_is_no_chain(torsor) -> None:
    data = torsor("derive", "rv1a-paper", "--compare", "--json").data
    assert [row["method"] for row in data["methods"]] == list(METHODS[1:])
    assert all(row["equal"] for row in data["methods"])
    assert torsor("derive", "rv1a-paper", "--compare").out.startswith(
        "RV-1A as printed: the driving forces by 2 methods"
    )


# energies and base parameters, in every format ----------------------------------------------------

HEADINGS = {
    "energies": ("Kinetic energy", "Potential energy"),
    "base": ("Base parameters (6)", "Driving forces without load, in the base parameters"),
}
MARKS = {
    ("energies", "text"): ("K₁ = ", "K = ", "U₂ = ", "L = "),
    ("energies", "latex"): ("K_{1} ={}", r"\begin{align*}"),
    ("energies", "markdown"): ("$$\n\\begin{aligned}\nK_{1} ={}",),
    ("energies", "html"): ("<msub><mi>K</mi><mn>1</mn></msub>",),
    ("base", "text"): ("β₁ = Izz₁ + m₁ rx₁² + m₁ ry₁² + m₂ l₁²", "β₆ = m₂ ry₂", "τ₁ = β₁ q̈₁"),
    ("base", "latex"): (r"\beta_{6} ={} & m_{2} \, r_{y2}", r"\tau_{2} ={}"),
    ("base", "markdown"): (r"\beta_{6} ={} & m_{2} \, r_{y2}", r"\tau_{2} ={}"),
    ("base", "html"): ("<msub><mi>β</mi><mn>6</mn></msub>",),
}


@pytest.mark.parametrize(("form", "format"), MARKS)
def test_energies_and_base_parameters_are_written(form: str, format: str, torsor) -> None:
    answer = torsor("derive", "planar2r", "--form", form, "--format", format)
    assert answer.status == 0
    for mark in (*HEADINGS[form], *MARKS[form, format]):
        assert mark in answer.out


@pytest.mark.parametrize("form", HEADINGS)
@pytest.mark.parametrize("format", ["text", "latex", "markdown", "html"])
def test_the_form_is_the_same_by_every_method(form: str, format: str, torsor) -> None:
    command = ("derive", "scara", "--form", form, "--format", format, "--method")
    first, *others = (torsor(*command, method).out for method in METHODS)
    assert others == [first, first]


def test_energies_as_json_are_the_model_s(torsor) -> None:
    data = torsor("derive", "3r", "--form", "energies", "--json").data
    model = package.derive("3r")
    for name in ("K", "U", "L"):
        assert model.parse(data[name]) == getattr(model, name)
    for name in ("kinetic", "potential"):
        assert set(data[name]) == {"1", "2", "3"}
        total = sum(model.parse(e) for e in data[name].values())
        assert total == model.parse(data["K" if name == "kinetic" else "U"])
    for momentum, rate in zip(data["momenta"], ("dq1", "dq2", "dq3"), strict=True):
        assert model.parse(momentum) == model.L.diff(rate)


def test_base_parameters_as_json_are_groupings_of_the_originals(torsor) -> None:
    data = torsor("derive", "planar2r", "--form", "base", "--json").data
    found = {p["name"]: (p["value"], p["grouped"]) for p in data["base_parameters"]}
    assert set(found) == {"Lzz1", "hx1", "hy1", "Lzz2", "hx2", "hy2"}
    model = package.derive("planar2r")
    wanted = {
        "Lzz1": ("Izz1 + m1*(rx1^2 + ry1^2) + m2*l1^2", {"m2": "l1^2"}),
        "hx1": ("m1*rx1 + m2*l1", {"m2": "l1"}),
        "hy2": ("m2*ry2", {}),
    }
    for name, (value, grouped) in wanted.items():
        assert model.parse(found[name][0]) == model.parse(value)
        assert found[name][1] == grouped
    assert {"m1", "hz1", "hz2", "Lxx1", "Lyz2"} <= set(data["without_effect"])


def test_base_parameters_need_a_chain(torsor) -> None:
    complaint = torsor("derive", "rv1a-paper", "--form", "base").complaint
    assert "is given by bodies, not by a chain" in complaint


# eval --what --------------------------------------------------------------------------------------

DRIVEN = ("--with", "friction,rotors,springs")
SHAPES: dict[str, tuple[int, ...]] = {
    **dict.fromkeys(("tau", "g", "payload", "friction", "spring"), (5,)),
    **dict.fromkeys(("M", "C", "Mdot", "tau_q", "tau_dq"), (5, 5)),
    **dict.fromkeys(("K", "U", "L"), ()),
    **dict.fromkeys(("J", "Jdot"), (6, 5)),
    **dict.fromkeys(("f", "n"), (5, 3)),
    "pose": (4, 4),
    "Y": (5, 70),
    "A": (10, 10),
    "B": (10, 5),
}


class Case:
    """RTTRR with every drive, in numbers, at a state."""

    def __init__(self, folder: Path) -> None:
        robot = package.load("rttrr")
        rng = np.random.default_rng(6)
        values = random_values(rng, robot)
        self.truth = in_numbers(robot, values)
        self.state = short_state(rng, 5)
        self.drives = {
            f"{n}{i}": (8 * i + k) / 16
            for i in range(1, 6)
            for k, n in enumerate(("fv", "fc", "Im", "N", "k"), 1)
        }
        self.file = folder / "state.json"
        self.values = values | self.drives
        self.file.write_text(json.dumps(with_state(self.values, self.state)))
        for what in ("friction", "rotors", "springs"):
            robot = robot.with_drives(what)
        self.robot = robot

    def drive(self, name: str) -> np.ndarray:
        return np.array([self.drives[f"{name}{i}"] for i in range(1, 6)])


@pytest.fixture
def case(tmp_path: Path) -> Case:
    return Case(tmp_path)


def test_every_quantity_has_a_shape_here() -> None:
    assert set(SHAPES) == set(QUANTITIES)


@pytest.mark.parametrize("what", QUANTITIES)
def test_every_quantity_is_evaluated(what: str, torsor, case: Case) -> None:
    command = ("eval", "rttrr", *DRIVEN, "--values", case.file, "--what", what)
    data = torsor(*command, "--json").data
    assert list(data) == [what]
    found = np.array(data[what], float)
    assert found.shape == SHAPES[what]
    assert np.isfinite(found).all()
    assert found.any()
    text = torsor(*command)
    assert text.status == 0
    written = [float(e) for e in text.out.removeprefix(f"{what} =").split()]
    assert written == list(found.ravel())


def test_every_quantity_of_one_call_fits_the_others(torsor, case: Case) -> None:
    wanted = ",".join(QUANTITIES)
    data = torsor("eval", "rttrr", *DRIVEN, "--values", case.file, "--what", wanted, "--json").data
    assert list(data) == list(QUANTITIES)
    of = {name: np.array(value, float) for name, value in data.items()}
    q, dq, ddq = case.state.q, case.state.dq, case.state.ddq

    def same(found: Any, wanted: Any, tolerance: float = 1e-12) -> bool:
        found, wanted = np.asarray(found), np.asarray(wanted)
        size = 1 + float(np.abs(found).sum() + np.abs(wanted).sum())
        return relative_error(found, wanted, size) <= tolerance

    plain, load = case.truth.robot, case.truth.payload
    fv, fc, Im, N, k = map(case.drive, ("fv", "fc", "Im", "N", "k"))
    forces = recursion.inverse_dynamics(plain, q, dq, ddq, load)
    assert same(of["friction"], fv * dq + fc * np.sign(dq))
    assert same(of["spring"], k * q)
    assert same(of["tau"], forces + of["friction"] + of["spring"] + N**2 * Im * ddq)
    rest = of["g"] + of["payload"] + of["friction"] + of["spring"]
    assert same(of["tau"], of["M"] @ ddq + of["C"] @ dq + rest)
    assert same(of["M"], recursion.mass_matrix(plain, q) + np.diag(N**2 * Im))
    assert same(of["g"], recursion.gravity_forces(plain, q))
    assert same(of["Mdot"], of["C"] + of["C"].T)
    assert same(of["K"], dq @ of["M"] @ dq / 2)
    assert same(of["L"], of["K"] - of["U"])
    assert same(of["J"], recursion.tool_jacobian(plain, q))
    tool = recursion.tool_motion(plain, recursion.link_motions(plain, q, dq, ddq))
    assert same(of["pose"][:3, 3], tool.position)
    assert same(of["pose"][:3, :3], tool.rotation)
    columns = package.derive(case.robot).columns
    pi = [column.value.evaluate(case.values) for column in columns]
    assert same(of["Y"] @ pi, of["tau"] - of["payload"])
    moving = np.concatenate([tool.acceleration, tool.alpha])
    assert same(of["J"] @ ddq + of["Jdot"] @ dq, moving)
    axes = {1: ("n", 2), 2: ("f", 2), 3: ("f", 1), 4: ("n", 2), 5: ("n", 1)}
    assert same([of[w][i - 1][a] for i, (w, a) in axes.items()], forces)
    lower = np.hstack([-of["tau_q"], -of["tau_dq"]])
    assert same(of["M"] @ of["A"][5:], lower, 1e-10)
    assert same(of["A"][:5], np.hstack([np.zeros((5, 5)), np.eye(5)]))
    assert same(of["M"] @ of["B"][5:], np.eye(5), 1e-10)
    assert not of["B"][:5].any()
