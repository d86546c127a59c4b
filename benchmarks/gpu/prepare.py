"""Write down what a machine with nothing but a GPU needs: PTX, and digests of the processor's bits.

``python -m benchmarks.gpu.prepare FOLDER``.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from benchmarks.gpu.robots import MEASURED, arm_of, rows_of
from benchmarks.gpu.states import CHECKED, digest, draw_rows
from torsor.program.gpu.kernel_code import KERNEL, write_kernel
from torsor.program.gpu.rollout_kernel import ROLLOUT, write_rollout_kernel
from torsor.program.gpu.strategy import Strategy
from torsor.program.gpu.translation import translate
from torsor.program.jit.compilation import KINDS

GENERATION = 90
FUNCTIONS = ("inverse_dynamics", "forward_dynamics")
VJP = "inverse_dynamics|vjp:q,dq,ddq"
LIMITS = {
    ("inverse_dynamics", "float32"): (64,),
    ("inverse_dynamics", "float64"): (128, 112),
    ("forward_dynamics", "float32"): (72, 64),
    ("forward_dynamics", "float64"): (144, 128),
    (VJP, "float32"): (96, 80),
    (VJP, "float64"): (168, 128),
}
"""Registers that let one or two blocks more run on a multiprocessor than the assembler's own."""
ROLLOUTS = {"float32": (None, 96, 80), "float64": (None, 168, 128)}
MOTION = {"starts": 1000, "steps": 20, "dt": 1e-3}


def strategies(name: str, dtype: str) -> list[Strategy]:
    """What is measured side by side; the default first."""
    limits = LIMITS[name, dtype]
    found = [Strategy(), *(Strategy(registers=limit) for limit in limits)]
    found += [Strategy(threads=256), Strategy(threads=64)]
    if name != VJP:
        found += [Strategy(staged=True), Strategy(staged=True, registers=limits[0])]
    if name == "forward_dynamics":
        found.append(Strategy(quick_division=True))
    return found


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    entries: list[dict[str, Any]] = []
    for robot in MEASURED:
        for dtype in KINDS:
            names = (*FUNCTIONS, VJP) if robot == "iiwa" else FUNCTIONS
            entries += [e for name in names for e in function_entries(folder, robot, name, dtype)]
            if robot == "iiwa":
                entries += rollout_entries(folder, robot, dtype)
            print(robot, dtype, flush=True)
    robots = {robot: rows_of(robot) for robot in MEASURED}
    whole = {"entries": entries, "robots": robots, "motion": MOTION}
    (folder / "prepared.json").write_text(json.dumps(whole, indent=1))


def function_entries(folder: Path, robot: str, name: str, dtype: str) -> list[dict[str, Any]]:
    """A function with all its strategies, and what the processor finds."""
    arm = arm_of(robot)
    program = arm.program(name)
    sizes = [a.size for a in program.inputs]
    arrays = draw_rows(sizes, dtype, CHECKED, seed=1)
    found = arm.function(name)(*arrays)  # whatever the processor's vectors
    head = {
        "robot": robot, "name": name, "dtype": dtype, "kernel": KERNEL,
        "arguments": [[a.name, a.size] for a in program.inputs],
        "shape": list(program.output.shape),
        "inputs": digest(*arrays), "results": digest(found),
    }  # fmt: skip
    entries = []
    for k, strategy in enumerate(strategies(name, dtype)):
        made = write_kernel(program, KINDS[dtype], strategy, contiguous=True)
        text = translate(made, GENERATION, strategy)
        entries.append({**head, **keep(folder, f"{robot}-{name}-{dtype}-{k}", text, strategy)})
    return entries


def rollout_entries(folder: Path, robot: str, dtype: str) -> list[dict[str, Any]]:
    """Motions; those of the processor are in double precision."""
    arm = arm_of(robot)
    program = arm.program("forward_dynamics")
    n = arm.n
    entries = []
    for method in ("rk4", "euler"):
        head = {
            "robot": robot, "name": f"rollout {method}", "dtype": dtype, "kernel": ROLLOUT,
            "arguments": [[a.name, a.size] for a in program.inputs], "shape": [n],
            "inputs": "", "results": "",
        }  # fmt: skip
        if dtype == "float64":
            q, dq, tau = draw_rows([n] * 3, dtype, int(MOTION["starts"]), seed=2, far=3.0)
            ends = arm.rollout(q, dq, tau, MOTION["dt"], int(MOTION["steps"]), method=method)
            head |= {"inputs": digest(q, dq, tau), "results": digest(*ends)}
        for k, limit in enumerate(ROLLOUTS[dtype]):
            strategy = Strategy(registers=limit)
            made = write_rollout_kernel(program, KINDS[dtype], method, strategy)
            text = translate(made, GENERATION, strategy)
            stem = f"{robot}-rollout-{method}-{dtype}-{k}"
            entries.append({**head, **keep(folder, stem, text, strategy)})
    return entries


def keep(folder: Path, stem: str, text: str, strategy: Strategy) -> dict[str, Any]:
    """One file of PTX, and what is told of it."""
    file = stem.replace("|", "-").replace(":", "-").replace(",", "-") + ".ptx"
    (folder / file).write_text(text)
    way = "staged" if strategy.staged else "direct"
    limit = f", at most {strategy.registers} registers" if strategy.registers else ""
    slow = ", quick division" if strategy.quick_division else ""
    label = f"{way}, {strategy.threads} threads{limit}{slow}"
    return {"file": file, "threads": strategy.threads, "strategy": label}


if __name__ == "__main__":
    main()
