"""The columns of the matrix: each verb of the command line, and what must be true of its answer."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
from tests.cli.conftest import Answer
from tests.drawing.viewer.pages import need_page, scene_in
from tests.matrix.robots import Kind
from tests.matrix.truth import Truth, close, numbers_for

import torsor
from torsor import Model, Robot, TorsorError
from torsor.algebra.ring import Ring
from torsor.program.targets import TARGETS
from torsor.robot.robot import Drive
from torsor.robot.symbols import parameters


class RefusedError(Exception):
    """Exit status 2 and its sentence."""


@dataclass(frozen=True)
class Case:
    """A robot of a kind with options, in a folder of its own."""

    kind: Kind
    options: tuple[str, ...]
    folder: Path
    command: Callable[..., Answer]

    @cached_property
    def argument(self) -> str:
        """What stands for ROBOT."""
        return self.kind.argument(self.folder)

    @cached_property
    def robot(self) -> Robot:
        """The robot with its options, as the command line reads them."""
        try:
            return self._robot()
        except TorsorError as error:
            raise RefusedError(str(error)) from None

    def _robot(self) -> Robot:
        robot = torsor.load(self.argument)
        pairs = zip(self.options[::2], self.options[1::2], strict=True)
        for option, value in pairs:
            if option == "--with":
                robot = robot.with_drives(value)
            else:
                kind, _, axes = value.partition("-")
                robot = robot.with_payload(kind, axes or "tool")
        return robot

    @cached_property
    def truth(self) -> Truth:
        """What is true of it at a state."""
        return Truth(self.robot, numbers_for(self.robot))

    def run(self, verb: str, *arguments: object, options: bool = True) -> Answer:
        """The command with its options; a refusal is raised, anything else is a failure."""
        given = self.options if options else ()
        return self.done(self.command(verb, self.argument, *arguments, *given))

    @staticmethod
    def done(answer: Answer) -> Answer:
        """The answer, if it is one."""
        if answer.status == 2:
            raise RefusedError(answer.complaint)
        assert answer.status == 0, answer.err
        return answer

    def file(self, name: str, text: str) -> Path:
        """A file beside the robot's."""
        path = self.folder / name
        path.write_text(text, "utf-8")
        return path

    @property
    def parameters(self) -> Path:
        """Numbers for all parameters."""
        return self.file("values.json", json.dumps(self.truth.values))

    @property
    def everything(self) -> Path:
        """Numbers for parameters and state."""
        return self.file("state.json", json.dumps(self.truth.everything))

    def number(self, text: str, ring: Ring) -> float:
        """An expression of the command line's, at the state."""
        expression = ring.parse(text)
        wanted = {n: v for n, v in self.truth.everything.items() if n in expression.symbols()}
        return float(expression.evaluate(wanted))

    @cached_property
    def model(self) -> Model:
        """Derived here, for its ring and its length."""
        return torsor.derive(self.robot)


VERBS: dict[str, Callable[[Case], None]] = {}
TAKES: dict[str, tuple[str, ...]] = {}
SLOW: set[str] = set()


def verb(
    name: str, *takes: str, slow: bool = False
) -> Callable[[Callable[[Case], None]], Callable[[Case], None]]:
    """Enter a column; ``takes`` are the options that it has (``--with``, ``--payload``)."""

    def entered(claim: Callable[[Case], None]) -> Callable[[Case], None]:
        VERBS[name], TAKES[name] = claim, takes
        if slow:
            SLOW.add(name)
        return claim

    return entered


BOTH = ("--with", "--payload")


@verb("show", *BOTH)
def show(case: Case) -> None:
    """Every joint and every symbol is told."""
    text = case.run("show").out
    assert case.robot.name in text
    data = case.run("show", "--json").data
    assert data["dof"] == case.robot.dof
    assert len(data["joints"]) == len(case.robot.joints)
    assert set(data["symbols"]["parameters"]) == set(parameters(case.truth.robot))


def _derives(form: str, method: str) -> Callable[[Case], None]:
    def claim(case: Case) -> None:
        how = ("--form", form, "--method", method)
        data = case.run("derive", *how, "--json").data
        ring = case.model.ring
        tau = [case.number(t, ring) for t in data["tau"]]
        assert close(tau, case.truth.tau())
        text = case.run("derive", *how).out
        assert len(text.splitlines()) > case.robot.dof
        latex = case.run("derive", *how, "--format", "latex").out
        assert "\\" in latex
        if form == "matrices":
            M = [[case.number(e, ring) for e in row] for row in data["M"]]
            C = [[case.number(e, ring) for e in row] for row in data["C"]]
            shares = [
                [case.number(e, ring) for e in data[s]]
                for s in ("g", "payload", "friction", "spring")
            ]
            state = case.truth.state
            assert close(M, case.truth.M)
            whole = np.array(M) @ state.ddq + np.array(C) @ state.dq + np.sum(shares, axis=0)
            assert close(whole, case.truth.tau())
        if form == "energies":
            energy = case.number(data["K"], ring)
            dq = case.truth.state.dq
            assert close(energy, dq @ case.truth.M @ dq / 2)
        if form == "steps":
            assert set(data["links"]) >= {str(i) for i in range(1, len(case.robot.joints) + 1)}

    return claim


for _form in ("tau", "matrices", "steps", "energies"):
    for _method in ("newton-euler", "lagrange", "virtual-work"):
        verb(f"derive {_form} {_method}", *BOTH)(_derives(_form, _method))


@verb("derive base", *BOTH)
def derive_base(case: Case) -> None:
    """Base parameters have names of the regressor."""
    data = case.run("derive", "--form", "base", "--json").data
    assert data["base_parameters"]
    assert case.run("derive", "--form", "base").out


@verb("derive with numbers", *BOTH)
def derive_with_numbers(case: Case) -> None:
    """What is given is put in; the rest stays."""
    data = case.run("derive", "--values", case.parameters, "--json").data
    ring = case.model.ring
    assert close([case.number(t, ring) for t in data["tau"]], case.truth.tau())


@verb("eval", *BOTH)
def evaluate(case: Case) -> None:
    """Numbers of the closed form are those of the world."""
    given = ("--values", case.everything)
    data = case.run("eval", *given, "--what", "tau,M,C,g,K,Mdot,tau_q,tau_dq", "--json").data
    assert close(data["tau"], case.truth.tau())
    assert close(data["M"], case.truth.M)
    assert "tau" in case.run("eval", *given).out
    assert case.run("eval", *given, "--digits", 30, "--what", "g").out


@verb("eval of a chain", *BOTH)
def evaluate_chain(case: Case) -> None:
    """What only a chain has."""
    given = ("--values", case.everything, "--what", "pose,J,Jdot,Y,f,n,payload,friction,spring")
    data = case.run("eval", *given, "--json").data
    R = np.array(data["pose"])[:3, :3]
    assert close(R @ R.T, np.eye(3))


@verb("verify", *BOTH)
def verify(case: Case) -> None:
    """Everything holds."""
    data = case.run("verify", "--json").data
    assert data["checks"]
    assert all(check["holds"] for check in data["checks"])
    assert case.run("verify").out


@verb("check", *BOTH)
def check(case: Case) -> None:
    """Equations that Torsor wrote are right."""
    paper = case.folder / "paper.tex"
    case.run("derive", "--format", "latex", "--standalone", "-o", paper)
    data = case.done(case.command("check", paper, "--json")).data
    (judged,) = data["papers"]
    assert judged["equations"]
    assert not any(equation["differences"] for equation in judged["equations"])
    assert case.done(case.command("check", paper, "--strict")).out


@verb("why", *BOTH)
def why(case: Case) -> None:
    """Every symbol of a force is traced, and all that arrives is all that there is."""
    forces = {k: t for k, t in enumerate(case.model.tau, 1) if t}
    k, tau = max(forces.items(), key=lambda item: len(item[1]))
    data = case.run("why", f"tau{k}", "1", "--json").data
    brought = [case.model.parse(match["brings"]) for match in data["matches"]]
    assert sum(brought, case.model.ring.number(0)) == tau
    for symbol in sorted(set(tau.symbols()) & set(case.truth.values))[:4]:
        assert f"contain {symbol}." in case.run("why", f"tau{k}", symbol).out


@verb("diff", "--payload")
def diff(case: Case) -> None:
    """A robot is equal to itself."""
    same = case.command("diff", case.argument, case.argument, "--json", *case.options)
    assert case.done(same).data["equal"] is True
    joints = " ".join(f"Rz(q{k}) tx(l{k})" for k in range(1, case.robot.dof + 1))
    other = case.command("diff", case.argument, joints, *case.options)
    assert case.done(other).out


@verb("ops")
def ops(case: Case) -> None:
    """Work is counted for each function."""
    data = case.run("ops", "--json").data
    assert sum(data["mass_matrix"].values()) + sum(data["inverse_dynamics"].values()) > 0
    assert case.run("ops", "--parameters", "all").out


def _codes(target: str) -> Callable[[Case], None]:
    def claim(case: Case) -> None:
        folder = case.folder / target
        wanted = ("--functions", "gravity,forward_dynamics", "--target", target, "-o", folder)
        listed = case.run("code", *wanted, "--json").data
        assert listed
        assert all((folder / name).is_file() for name in listed)
        assert any("gravity" in (folder / name).read_text("utf-8") for name in listed)

    return claim


for _target in TARGETS:
    verb(f"code {_target}", *BOTH)(_codes(_target))


@verb("code that runs", *BOTH)
def code_that_runs(case: Case) -> None:
    """Generated Python gives the forces of the world."""
    folder = case.folder / "all"
    case.run("code", "--functions", "all", "--target", "python", "--name", "arm", "-o", folder)
    name = f"generated_{abs(hash(folder))}"
    spec = importlib.util.spec_from_file_location(name, folder / "arm.py")
    assert spec is not None
    assert spec.loader is not None
    arm = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(arm)
    truth = _as_code(case)
    state, wrench = truth.state, []
    if truth.robot.payload.kind == "wrench" and not truth.robot.bodies:
        wrench = [[truth.values.get(n, 0.0) for n in ("fx", "fy", "fz", "nx", "ny", "nz")]]
    k = [arm.setup([truth.values[n] for n in arm.PARAMETERS])] if hasattr(arm, "PARAMETERS") else []
    tau = arm.inverse_dynamics(*k, state.q, state.dq, state.ddq, *wrench)
    assert close(tau, truth.tau())
    assert close(arm.mass_matrix(*k, state.q), truth.M)
    assert close(arm.forward_dynamics(*k, state.q, state.dq, tau, *wrench), state.ddq)


def _as_code(case: Case) -> Truth:
    """Code carries no load unless it is asked to."""
    robot = case.robot
    if "--payload" not in case.options and not robot.bodies:
        robot = robot.with_payload("none")
    return Truth(robot, numbers_for(robot) | {})


@verb("compile", "--payload")
def compiled(case: Case) -> None:
    """Machine code gives the forces of the world, and rollouts go where single steps go."""
    kind = case.options[1] if case.options else "none"
    robot = case.robot if case.options or case.robot.bodies else case.robot.with_payload("none")
    truth = Truth(robot, numbers_for(robot))
    wrench = [truth.values.get(n, 0.0) for n in ("fx", "fy", "fz", "nx", "ny", "nz")]
    values = truth.values
    if kind.startswith("wrench"):
        values = {n: v for n, v in values.items() if n not in ("fx", "fy", "fz", "nx", "ny", "nz")}
    arm = torsor.compile(torsor.load(case.argument), values, kind)
    load = {"wrench": wrench} if kind.startswith("wrench") else {}
    state = truth.state
    given = {"q": state.q, "dq": state.dq, "ddq": state.ddq, "tau": truth.tau(), **load}
    if "inverse_dynamics_base" in arm.functions:
        given["beta"] = arm.base_parameters.beta
    for name in arm.functions:
        function = getattr(arm, name)
        arguments = [given[a.name] for a in arm.program(name).inputs]
        result = np.asarray(function(*arguments))
        assert np.isfinite(result).all(), name
        if name == "inverse_dynamics":
            assert close(result, truth.tau())
            by_q = arm.vjp(name, by="q")(*arguments, np.ones(arm.n))
            matrices = arm.inverse_dynamics_derivatives(*arguments)
            assert close(by_q, matrices[0].sum(axis=0))
        if name == "mass_matrix":
            assert close(result, truth.M)
        if name == "forward_dynamics":
            assert close(result, state.ddq)
    q, dq = arm.rollout(state.q, state.dq, truth.tau(), 1e-3, 2, **load)
    assert close(np.ravel(q), state.q + 2e-3 * state.dq + 2e-6 * state.ddq, 1e-5)
    assert close(np.ravel(dq), state.dq + 2e-3 * state.ddq, 1e-3)


@verb("export toml", "--payload")
def export_toml(case: Case) -> None:
    """The file is the robot again."""
    file = case.folder / "again.toml"
    case.run("export", "--format", "toml", "-o", file)
    again = torsor.load(file)
    assert torsor.derive(again).tau == case.model.tau


def _exports(format: str, suffix: str) -> Callable[[Case], None]:
    def claim(case: Case) -> None:
        file = case.folder / f"again{suffix}"
        case.run("export", "--format", format, "--values", case.parameters, "-o", file)
        again = torsor.load(file)
        assert again.dof == case.robot.dof
        bare = Truth(_sayable(_unloaded(case.robot), format), case.truth.values)
        read = Truth(_unloaded(again), {n: float(v.constant) for n, v in again.numbers.items()})
        assert close(read.tau(), bare.tau())

    return claim


def _sayable(robot: Robot, format: str) -> Robot:
    """A URDF has no word for rotors and springs."""
    if format != "urdf":
        return robot
    links = tuple(
        replace(link, drive=Drive(link.drive.viscous, link.drive.coulomb)) for link in robot.links
    )
    return replace(robot, links=links)


def _unloaded(robot: Robot) -> Robot:
    return robot if robot.bodies else robot.with_payload("none")


verb("export urdf")(_exports("urdf", ".urdf"))
verb("export mjcf")(_exports("mjcf", ".xml"))


def _scenario(case: Case, forward: bool) -> Path:
    robot = _unloaded(case.robot)
    truth = Truth(robot, numbers_for(robot))
    q = truth.state.q
    lines = ["sample = 0.01", f"start = {{ q = {[round(float(x), 4) for x in q]} }}"]
    if forward:
        lines += ["duration = 0.05", 'drive = "free"']
    else:
        to = [round(float(x) + 0.1, 4) for x in q]
        lines.insert(0, "reactions = true" if robot.joints else "")
        lines += ["[[motion]]", 'kind = "quintic"', f"to = {to}", "duration = 0.1"]
    lines += ["[values]", *(f"{n} = {v}" for n, v in truth.values.items())]
    return case.file("forward.toml" if forward else "along.toml", "\n".join(lines) + "\n")


@verb("simulate along")
def simulate_along(case: Case) -> None:
    """Forces along a motion; at its start, which is at rest, they hold the weight."""
    file = case.folder / "along.csv"
    data = case.run("simulate", _scenario(case, forward=False), "--json", "-o", file).data
    assert data["kind"] == "along"
    assert data["rows"] == 11
    assert data["complete"]
    assert len(file.read_text("utf-8").splitlines()) >= 12


@verb("simulate forward")
def simulate_forward(case: Case) -> None:
    """A free motion; energy stays where nothing rubs."""
    data = case.run("simulate", _scenario(case, forward=True), "--json").data
    assert data["kind"] == "forward"
    assert data["complete"]
    assert np.isfinite(list(_leaves(data["end"]))).all()


def _leaves(data: Any) -> Iterator[float]:
    if isinstance(data, dict):
        data = list(data.values())
    if isinstance(data, list):
        for entry in data:
            yield from _leaves(entry)
    elif isinstance(data, (int, float)):
        yield float(data)


@verb("actuators")
def actuators(case: Case) -> None:
    """A demand for each coordinate."""
    data = case.run("actuators", _scenario(case, forward=False), "--json").data
    assert len(data["coordinates"]) == case.robot.dof
    for found in data["coordinates"]:
        assert found["peak_torque"] >= found["rms_torque"] >= 0


@verb("draw")
def draw(case: Case) -> None:
    """A scheme that is a picture."""
    root = ElementTree.fromstring(case.run("draw", "--values", case.parameters).out)
    assert root.tag.endswith("svg")
    assert len(list(root.iter())) > 5


@verb("draw workspace")
def draw_workspace(case: Case) -> None:
    """Where the tool can go."""
    given = ("--values", case.parameters, "--workspace")
    sliding = [
        f"q{k}=0:0.5" for i, k in case.robot.coordinate.items()
        if case.robot.joints[i - 1].kind == "T"
    ]  # fmt: skip
    limits = ("--limits", ",".join(sliding)) if sliding else ()
    root = ElementTree.fromstring(case.run("draw", *given, *limits).out)
    assert root.tag.endswith("svg")


@verb("draw motion")
def draw_motion(case: Case) -> None:
    """A motion that plays."""
    need_page()
    n = case.robot.dof
    rows = [",".join(["t", *(f"q{k}" for k in range(1, n + 1))])]
    rows += [",".join(str(0.1 * i) for _ in range(n + 1)) for i in range(4)]
    motion, page = case.file("motion.csv", "\n".join(rows) + "\n"), case.folder / "motion.html"
    case.run("draw", "--values", case.parameters, "--motion", motion, "-o", page)
    shown = scene_in(page.read_text("utf-8"))
    assert len(shown["motion"]["t"]) == 4
    assert np.shape(shown["motion"]["q"]) == (4, n)
    assert len(shown["coordinates"]) == n


@verb("report", *BOTH)
def report(case: Case) -> None:
    """A document with the robot's name and the proofs."""
    file = case.folder / "report.md"
    case.run("report", "-o", file)
    text = file.read_text("utf-8")
    assert case.robot.name in text
    assert text.count("$$") > case.robot.dof


@verb("report pdf", slow=True)
def report_pdf(case: Case) -> None:
    """The same on pages."""
    file = case.folder / "report.pdf"
    case.run("report", "-o", file)
    assert file.read_bytes().startswith(b"%PDF")


@verb("code c that runs", *BOTH, slow=True)
def code_c_that_runs(case: Case) -> None:
    """The self-test passes."""
    _self_test("c", case)


@verb("code rust that runs", slow=True)
def code_rust_that_runs(case: Case) -> None:
    """The self-test passes."""
    _self_test("rust", case)


@verb("code matlab that runs", slow=True)
def code_matlab_that_runs(case: Case) -> None:
    """The self-test passes."""
    _self_test("matlab", case)


def _self_test(target: str, case: Case) -> None:
    from tests.program.targets.running import passes

    folder = case.folder / f"{target}-all"
    case.run("code", "--functions", "all", "--target", target, "-o", folder)
    assert passes(target, folder)
