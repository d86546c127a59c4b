"""Objects as a C program links them: the header's names and no others, the bits of the engine."""

from __future__ import annotations

import subprocess
from typing import Any

import numpy as np
import pytest
from tests.program.objects.emulating import find_tool
from tests.program.objects.test_running import robot_of, states

import torsor
from torsor.cli.main import run
from torsor.errors import TorsorError
from torsor.program.objects.architectures import EXAMPLES, read_triple
from torsor.program.objects.elf import WRITE, read_object
from torsor.program.objects.emission import PLAIN, compile_module
from torsor.program.objects.module import write_module

CALLER = """
#include "arm.h"
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    static real q[%(n)d], dq[%(n)d], force[%(n)d], out[%(n)d], parameters[256];
    %(declare)s
    if (fread(parameters, sizeof(real), %(parameters)d, stdin) != %(parameters)d) return 2;
    %(set_up)s
    while (fread(q, sizeof(real), %(n)d, stdin) == %(n)d
           && fread(dq, sizeof(real), %(n)d, stdin) == %(n)d
           && fread(force, sizeof(real), %(n)d, stdin) == %(n)d) {
        arm_inverse_dynamics(%(k)s q, dq, force, out);
        fwrite(out, sizeof(real), %(n)d, stdout);
        if (arm_forward_dynamics(%(k)s q, dq, force, out) != 0) return 3;
        fwrite(out, sizeof(real), %(n)d, stdout);
    }
    return 0;
}
"""


@pytest.mark.parametrize("bits", [64, 32])
@pytest.mark.parametrize(("robot", "is_set_up"), [("puma560", False), ("rttrr", True)])
def test_a_c_program_gets_the_bits_of_the_engine(robot, bits, is_set_up, tmp_path):
    made, numbers, arm = robot_of(robot)
    dtype = np.float64 if bits == 64 else np.float32
    symbols: list[str] = []
    files = torsor.code(
        made, "object", {} if is_set_up else numbers,
        ["inverse_dynamics", "forward_dynamics"], name="arm", float32=bits == 32,
        triple="x86-64-linux-gnu",
    )  # fmt: skip
    if is_set_up:
        header = files["arm.h"].split("enum {")[1].split("}")[0]
        symbols = [line.split()[0].removeprefix("arm_at_") for line in header.split(",")]
        arm = torsor.compile(made, numbers, vary=symbols)
    files.save(tmp_path)
    n = arm.n
    source = CALLER % {
        "n": n, "k": "&k," if is_set_up else "", "parameters": len(symbols),
        "declare": "arm_constants k;" if is_set_up else "",
        "set_up": "arm_setup(parameters, &k);" if is_set_up else "",
    }  # fmt: skip
    (tmp_path / "main.c").write_text(source)
    real = "double" if bits == 64 else "float"
    command = [find_tool("gcc"), "-std=c99", "-Wall", "-Werror", f"-Dreal={real}", "main.c",
               "arm.o", "-o", "run"]  # fmt: skip
    subprocess.run(command, cwd=tmp_path, check=True, timeout=60)
    given = states(made.structure, bits)
    sent = np.array([numbers[s] for s in symbols], dtype).tobytes()
    sent += np.concatenate(given, axis=1).tobytes()
    out = subprocess.run([tmp_path / "run"], input=sent, stdout=subprocess.PIPE, check=True).stdout
    more: dict[str, Any] = {}
    if is_set_up:
        more["parameters"] = np.array([numbers[s] for s in symbols], dtype)
    wanted = [arm.inverse_dynamics(*given, **more), arm.forward_dynamics(*given, **more)]
    assert wanted[0].dtype == dtype
    assert out == np.concatenate(wanted, axis=1).tobytes()


@pytest.mark.parametrize("triple", EXAMPLES)
def test_an_object_has_the_headers_functions_and_nothing_else(triple):
    small = not read_triple(triple).architecture.has_doubles
    made, numbers, _ = robot_of("rttrr")
    files = torsor.code(
        made, "object", numbers if small else {}, name="arm", float32=small, triple=triple
    )
    found = read_object(files["arm.o"])
    assert set(found.exported) == set(files.stack)
    assert all(f" {name}(" in files["arm.h"] for name in found.exported)
    assert found.lacking == ()
    assert not any(section.flags & WRITE for section in found.sections)
    assert all(f" {size}\n" in files["arm.h"] for size in files.stack.values())


@pytest.mark.parametrize("triple", ["x86_64", "riscv64"])
def test_the_code_whose_stack_is_measured_is_that_of_the_object(triple):
    """The frames are read where unwind tables are asked for, and those change no instruction."""
    platform = read_triple(triple)
    _, _, arm = robot_of("rttrr")
    text = write_module([arm.program("forward_dynamics")], "arm", (), "float",
                        platform.architecture)  # fmt: skip
    plain, described = (
        _code(compile_module(text.replace("nounwind", words), platform))
        for words in (PLAIN, f"{PLAIN} uwtable")
    )
    assert plain == described


def _code(object_: bytes) -> list[bytes]:
    return [s.content for s in read_object(object_).sections if s.name.startswith(".text")]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"triple": "thumbv7em"}, "expected thumbv7em-none-eabihf"),
        ({"triple": "arch64"}, "did you mean 'aarch64'"),
        ({"triple": ""}, "no triple; there are thumbv7em-none-eabihf"),
        ({"triple": "aarch64-apple-darwin"}, "no machine 'aarch64-apple-darwin'"),
        ({"triple": "x86_64-pc-windows-msvc"}, "no machine 'x86_64-pc-windows-msvc'"),
        ({"triple": "thumbv7em-none-eabihf", "float32": False}, "has no doubles in hardware"),
        ({"triple": "thumbv7em-none-eabihf"}, "build in a value for"),
        ({"target": "c"}, "a triple is for objects"),
    ],
)
def test_what_no_object_is_for_is_refused_in_a_sentence(change, says):
    given = {"target": "object", "triple": "aarch64", "float32": True} | change
    with pytest.raises(TorsorError, match=says):
        torsor.code("planar2r", **given)


def test_the_command_writes_a_folder_or_a_file_and_tells_the_stack(tmp_path, capsys):
    command = ["code", "cartesian", "--target", "object", "--triple", "riscv64", "--float", "32"]
    for place, stem in (("folder", "cartesian"), ("arm.o", "arm")):
        for _ in range(2):  # what we have written is written anew
            assert run([*command, "-o", str(tmp_path / place)]) == 0
        folder = tmp_path / place if place == "folder" else tmp_path
        lines = capsys.readouterr().out.splitlines()
        assert str(folder / f"{stem}.h") in lines
        assert "cartesian_bias: 0 bytes of stack" in lines
        assert (folder / f"{stem}.o").read_bytes().startswith(b"\x7fELF")
    (tmp_path / "folder" / "notes.txt").write_text("mine")
    for output in (tmp_path / "folder", "/proc/none/arm.o"):
        assert run([*command, "-o", str(output)]) == 2
    assert run([*command, "-o", str(tmp_path / "new"), "--float", "16"]) == 2
    told = capsys.readouterr().err.splitlines()
    assert [line.split()[0] for line in told] == ["torsor:"] * 3
    assert not (tmp_path / "new").exists()
