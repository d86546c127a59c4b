"""LLVM assembly to PTX, for the generation of GPU that is there."""

from __future__ import annotations

import re
from functools import lru_cache

from torsor.errors import DeviceError
from torsor.program.gpu.strategy import Strategy
from torsor.program.jit.llvm import binding
from torsor.program.jit.machine import LONG

GENERATIONS = {70: 60, 75: 63, 80: 70, 86: 71, 89: 78, 90: 78}
"""Compute capabilities that code is made for, and the least version of PTX that knows each."""

TRIPLE = "nvptx64-nvidia-cuda"


def choose_generation(capability: tuple[int, int]) -> int:
    """The last generation that a device can run code of: 90 for an H200."""
    number = 10 * capability[0] + capability[1]
    found = [g for g in GENERATIONS if g <= number]
    if not found:
        raise DeviceError(
            f"the GPU is too old: it has compute capability {capability[0]}.{capability[1]}, "
            "and 7.0 is needed"
        )
    return max(found)


@lru_cache(maxsize=1)
def _initialise() -> None:
    llvm = binding()
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()


def translate(assembly: str, generation: int, strategy: Strategy) -> str:
    """PTX of LLVM assembly that LLVM's own verifier has found sound."""
    _initialise()
    llvm = binding()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(
        cpu=f"sm_{generation}",
        features=f"+ptx{GENERATIONS[generation]}",
        opt=3 if len(assembly) < LONG else 0,
        jit=False,
    )
    with llvm.create_context() as context, llvm.parse_assembly(assembly, context) as module:
        module.verify()
        text = machine.emit_assembly(module)
    return re.sub(
        r"(\.entry \w+\([^)]*\)\s*\n)", lambda m: f"{m[1]}{strategy.directives()}\n", text
    )
