"""What ptxas makes of every kernel: registers, spills, bytes. Needs CUDA's assembler and no GPU.

``python -m benchmarks.gpu.registers``.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from torsor.program.gpu.kernel_code import write_kernel
from torsor.program.gpu.rollout_kernel import write_rollout_kernel
from torsor.program.gpu.strategy import DIRECT, Strategy
from torsor.program.gpu.translation import translate
from torsor.program.graph.program import Program

METHODS = ("rk4", "euler")


@dataclass(frozen=True)
class Assembled:
    """What the assembler says of a kernel."""

    registers: int
    spilled: int  # bytes stored and loaded
    characters: int  # of PTX


def assemble(ptx: str, generation: int = 90) -> Assembled:
    """Have a kernel's PTX made into machine code."""
    assembler = shutil.which("ptxas")
    if assembler is None:
        raise FileNotFoundError("there is no ptxas on this machine")
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "kernel.ptx"
        source.write_text(ptx)
        command = [assembler, "-v", f"-arch=sm_{generation}", str(source)]
        done = subprocess.run(
            [*command, "-o", str(source.with_suffix(".cubin"))],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
    if done.returncode:
        raise RuntimeError(done.stderr)
    registers = max(int(n) for n in re.findall(r"Used (\d+) registers", done.stderr))
    spills = re.findall(r"(\d+) bytes spill (?:stores|loads)", done.stderr)
    return Assembled(registers, sum(map(int, spills)), len(ptx))


def assemble_function(
    program: Program, float_: str, strategy: Strategy = DIRECT, generation: int = 90
) -> Assembled:
    """A function, one row a thread."""
    text = translate(write_kernel(program, float_, strategy), generation, strategy)
    return assemble(text, generation)


def assemble_rollout(
    program: Program, float_: str, method: str, strategy: Strategy = DIRECT
) -> Assembled:
    """Motions under forward dynamics."""
    text = translate(write_rollout_kernel(program, float_, method, strategy), 90, strategy)
    return assemble(text)


def main() -> None:
    from benchmarks.gpu.robots import arm_of

    print("| robot | function | float | registers | spilled bytes | PTX bytes |")
    print("|---|---|---|---|---|---|")
    for robot in ("puma560", "iiwa"):
        arm = arm_of(robot)
        for name in arm.functions:
            program = arm.program(name)
            for float_ in ("float", "double"):
                made = assemble_function(program, float_)
                told = f"{made.registers} | {made.spilled} | {made.characters}"
                print(f"| {robot} | {name} | {float_} | {told} |", flush=True)
        program = arm.program("forward_dynamics")
        for method in METHODS:
            for float_ in ("float", "double"):
                made = assemble_rollout(program, float_, method)
                told = f"{made.registers} | {made.spilled} | {made.characters}"
                print(f"| {robot} | rollout {method} | {float_} | {told} |", flush=True)


if __name__ == "__main__":
    main()
