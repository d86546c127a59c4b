"""Saved robots: the same functions and bits without FLINT and LLVM, and refusals in a sentence."""

from __future__ import annotations

import pickle
import struct
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.program.objects.emulating import run_image
from tests.program.objects.test_running import states

import torsor
from torsor.errors import SingularError, TorsorError
from torsor.program.saved.machines import MACHINES, Host, choose_machine, find_host, read_machines
from torsor.program.saved.robot_file import MARK, VERSION, pack_robot, read_robot
from torsor.robot.symbols import parameters

HERE = read_machines(())[0].name
CAN_RUN = [
    m.name for m in MACHINES.values()
    if m.processor == find_host().processor and m.features <= find_host().features
]  # fmt: skip
ARGUMENTS = {"bias": 2, "kinetic_energy": 2, "inverse_dynamics": 3, "forward_dynamics": 3,
             "reactions": 3}  # fmt: skip
"""How many of q, dq and forces or accelerations a function takes, where it is not q alone."""
BOTH = ("inverse_dynamics", "forward_dynamics")


@cache
def scara() -> Any:
    """An arm with a number for every symbol."""
    robot = torsor.load("scara").with_payload("none")
    return torsor.compile(robot, {n: 0.5 + 0.25 * k for k, n in enumerate(parameters(robot))})


@pytest.fixture(scope="module")
def saved(tmp_path_factory) -> Path:
    """The arm with all functions that its example calls, for every machine that runs here."""
    path = tmp_path_factory.mktemp("saved") / "scara.torsor"
    functions = [*ARGUMENTS, "mass_matrix", "gravity", "forward_kinematics", "jacobian", "frames"]
    scara().save(path, machines=CAN_RUN, functions=functions)
    return path


WITHOUT = """
import sys
for name in ("flint", "llvmlite", "sympy", "scipy"):
    sys.modules[name] = None
import numpy as np
import torsor
arm = torsor.open_arm(sys.argv[1])
given = np.load(sys.argv[2])
found = {}
for dtype in ("float64", "float32"):
    rows = given.astype(dtype)
    for name in arm.functions:
        takes = [a for a, _ in arm.function(name).arguments]
        found[f"{name} {dtype}"] = getattr(arm, name)(*rows[: len(takes)])
        found[f"{name} {dtype} one"] = getattr(arm, name)(*rows[: len(takes), 5])
np.savez(sys.argv[3], **found)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="saved robots are for Linux")
def test_an_opened_arm_has_the_bits_of_the_saved_one_without_flint_and_llvm(saved, tmp_path):
    given = np.random.default_rng(2).uniform(-3, 3, (3, 37, 4))[..., : scara().n]
    np.save(tmp_path / "given.npy", given)
    command = [sys.executable, "-c", WITHOUT, saved, tmp_path / "given.npy", tmp_path / "found.npz"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = np.load(tmp_path / "found.npz")
    assert len(found) == 4 * 10
    for key, result in found.items():
        name, dtype, *one = key.split()
        rows = given.astype(dtype)[: ARGUMENTS.get(name, 1)]
        wanted = scara().function(name)(*(rows[:, 5] if one else rows))
        assert result.dtype == wanted.dtype == dtype
        assert result.shape == wanted.shape
        assert result.tobytes() == wanted.tobytes(), key


@pytest.mark.parametrize("machine", CAN_RUN)
def test_every_machine_of_a_file_gives_the_same_bits(machine, saved, tmp_path):
    file = read_robot(saved)
    path = tmp_path / "one.torsor"
    path.write_bytes(pack_robot(file.head, {machine: file.images[machine]}))
    arm = torsor.open_arm(path)
    assert arm.machine == machine
    given = np.random.default_rng(3).uniform(-3, 3, (3, 41, scara().n))
    for name in BOTH:
        assert getattr(arm, name)(*given).tobytes() == getattr(scara(), name)(*given).tobytes()


def test_parameters_that_vary_come_with_calls(tmp_path):
    vary = ["m2", "a1"]
    arm = torsor.compile(scara().robot, scara().values, vary=vary)
    arm.save(tmp_path / "arm.torsor", functions=BOTH)
    opened = torsor.open_arm(tmp_path / "arm.torsor")
    assert opened.parameters == arm.parameters
    random = np.random.default_rng(4)
    given, many = random.uniform(-3, 3, (3, 20, arm.n)), random.uniform(1, 2, (20, 2))
    for name in BOTH:
        one, other = getattr(opened, name), getattr(arm, name)
        for some in (many, many[0], {"m2": 2.5}, None):
            wanted = other(*given, parameters=some)
            assert one(*given, parameters=some).tobytes() == wanted.tobytes()


def test_an_image_for_aarch64_runs_and_has_the_bits(tmp_path):
    arm = scara()
    arm.save(tmp_path / "arm.torsor", machines="aarch64", functions=BOTH)
    file = read_robot(tmp_path / "arm.torsor")
    places = file.head["places"]["aarch64"]
    for bits in (64, 32):
        given = [a[:102] for a in states(arm.robot.structure, bits)]
        for name in BOTH:
            place = places[f"{name} float{bits} batch"]
            image = file.images["aarch64"]
            found = run_image(image, place, "aarch64", given, arm.n, tmp_path)
            assert found.tobytes() == getattr(arm, name)(*given).tobytes()


def test_a_singular_state_and_wrong_arrays_are_told_as_ever(tmp_path):
    values = dict.fromkeys(("Izz1", "Izz2", "rx1", "ry1", "ry2"), 0)
    values |= dict.fromkeys(("m1", "m2", "l1", "l2", "rx2"), 1) | {"g": 9.81}
    arm = torsor.compile("planar2r", values)
    arm.save(tmp_path / "arm.torsor", functions=["forward_dynamics", "forward_kinematics"])
    opened = torsor.open_arm(tmp_path / "arm.torsor")
    q = np.array([[0.3, 1.0], [0.3, 0.0]])
    with pytest.raises(SingularError, match=r"singular at q = \[0\.3, 0\. +\] \(state 1\)"):
        opened.forward_dynamics(q, [0, 0], [1, 1])
    with pytest.raises(TorsorError, match="q has"):
        opened.forward_dynamics([1, 2, 3], [0, 0], [1, 1])
    with pytest.raises(TorsorError, match="the tool's frame alone"):
        opened.forward_kinematics([0, 0], link=1)
    with pytest.raises(TorsorError, match="was not saved; there are forward_dynamics"):
        opened.mass_matrix([0, 0])
    with pytest.raises(TorsorError, match="a saved robot has no 'rollout'"):
        opened.rollout([0, 0], [0, 0], [0, 0], 0.1, 1)
    sent = pickle.loads(pickle.dumps(opened))
    assert sent.forward_kinematics(q).tobytes() == arm.forward_kinematics(q).tobytes()


def test_damage_anywhere_is_found(saved, tmp_path):
    whole = saved.read_bytes()
    path = tmp_path / "arm.torsor"
    for at in [*range(len(MARK), len(MARK) + 60, 7), 5000, len(whole) // 2, len(whole) - 1]:
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        with pytest.raises(TorsorError, match=r"is damaged|is of version"):
            torsor.open_arm(path)
    for size in (len(MARK), len(MARK) + 20, 4000, len(whole) - 1):
        path.write_bytes(whole[:size])
        with pytest.raises(TorsorError, match="is damaged"):
            torsor.open_arm(path)


@pytest.mark.parametrize(
    "change",
    [
        {"functions": 3}, {"functions": {"no_such": {}}}, {"places": {}}, {"n": "many"},
        {"places": {HERE: {"gravity float64 batch": 1 << 40}}}, {"places": {HERE: {}}},
        {"functions": {"gravity": {"arguments": 1}}}, {"own": None}, {"vary": 7},
    ],
)  # fmt: skip
def test_a_head_that_makes_no_sense_is_refused(change, saved, tmp_path):
    file = read_robot(saved)
    path = tmp_path / "arm.torsor"
    path.write_bytes(pack_robot({**file.head, **change}, file.images))
    with pytest.raises(TorsorError, match="is damaged: its head cannot be read"):
        torsor.open_arm(path)


def test_what_is_no_saved_robot_is_refused(saved, tmp_path):
    path = tmp_path / "arm.torsor"
    newer = bytearray(saved.read_bytes())
    struct.pack_into("<H", newer, len(MARK), VERSION + 1)
    path.write_bytes(newer)
    with pytest.raises(TorsorError, match=f"is of version {VERSION + 1}; this Torsor opens"):
        torsor.open_arm(path)
    path.write_text("[robot]\n")
    for wrong, says in (
        (path, "is no saved robot"), (tmp_path, "it is no file"),
        (tmp_path / "none.torsor", "there is no such file"), ("a\0b", "cannot be opened"),
    ):  # fmt: skip
        with pytest.raises(TorsorError, match=says):
            torsor.open_arm(wrong)


def test_a_file_without_code_for_this_machine_is_refused(saved, tmp_path):
    foreign = "aarch64" if find_host().processor == "x86_64" else "x86-64-v3"
    file = read_robot(saved)
    path = tmp_path / "arm.torsor"
    path.write_bytes(pack_robot(file.head, {foreign: file.images[HERE]}))
    with pytest.raises(TorsorError, match=rf"arm.torsor' is for {foreign}; this machine is"):
        torsor.open_arm(path)


def test_a_foreign_machine_is_refused_by_name():
    intel = MACHINES["x86-64-v3"].features
    choose = {
        Host("linux", "x86_64", intel): "x86-64-v3",
        Host("linux", "x86_64", intel | MACHINES["x86-64-v4"].features): "x86-64-v4",
        Host("linux", "aarch64", frozenset()): "aarch64",
    }
    for host, name in choose.items():
        assert choose_machine("arm.torsor", MACHINES, host) == name
    for host, names, says in (
        (Host("linux", "aarch64", frozenset()), ["x86-64-v3"], "this machine is aarch64"),
        (Host("linux", "x86_64", intel - {"fma"}), ["x86-64-v3"], "this processor has no fma"),
        (Host("linux", "x86_64", intel), ["x86-64-v4"], "this processor has no avx512bw, avx512cd"),
        (Host("darwin", "x86_64", intel), ["x86-64-v3"], "and this is darwin"),
        (Host("linux", "x86_64", intel), ["sparc"], "no machine that is known here"),
    ):
        with pytest.raises(TorsorError, match=says):
            choose_machine("arm.torsor", names, host)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"machines": "x86-64"}, "no machine 'x86-64'; did you mean 'x86-64-v"),
        ({"machines": 3}, "machines is"),
        ({"functions": "gravty"}, "no function 'gravty'; did you mean 'gravity'"),
        ({"functions": []}, "functions are none"),
        ({"path": ""}, "path is empty"),
        ({"path": "/proc/none/arm.torsor"}, "cannot be written"),
    ],
)
def test_what_cannot_be_saved_is_refused_in_a_sentence(change, says, tmp_path):
    with pytest.raises(TorsorError, match=says):
        scara().save(**{"path": tmp_path / "arm.torsor", "functions": "gravity"} | change)
    assert not list(tmp_path.iterdir())


def test_functions_without_numbers_are_left_out_unless_they_are_asked_for(tmp_path):
    arm = torsor.compile("planar2r", {"l1": 1, "l2": 1})
    with pytest.raises(TorsorError, match="inverse_dynamics needs a value for"):
        arm.save(tmp_path / "arm.torsor", functions="inverse_dynamics")
    seen: list[tuple[int, int]] = []
    arm.save(tmp_path / "arm.torsor", progress=lambda done, of: seen.append((done, of)))
    opened = torsor.open_arm(tmp_path / "arm.torsor")
    assert "jacobian" in opened.functions
    assert "inverse_dynamics" not in opened.functions
    assert seen[-1] == (len(opened.functions), len(opened.functions))
