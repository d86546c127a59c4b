"""This machine: its vectors, its compiler (LLVM, in the process), its system functions."""

from __future__ import annotations

import ctypes
import os
from dataclasses import dataclass
from functools import lru_cache

from torsor.program.jit.llvm import TargetMachine, binding

FLOATS = {"double": 64, "float": 32}
"""The kinds of floats, by their bits."""


LONG = 2_500_000
"""Assembly of more characters than this is translated plainly: registers well chosen would take
minutes. Functions of some ten thousand operations are that long."""


@dataclass(frozen=True)
class Machine:
    """What code is made for."""

    triple: str
    cpu: str
    features: str
    vector_bits: int
    llvm: str

    def lanes(self, float_: str) -> int:
        """How many floats of a kind a register holds."""
        return self.vector_bits // FLOATS[float_]


@lru_cache(maxsize=1)
def machine() -> Machine:
    """The machine that runs this process."""
    llvm = binding()
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    features = llvm.get_host_cpu_features()
    width = 512 if features.get("avx512f") else 256 if features.get("avx2") else 128
    return Machine(
        llvm.get_process_triple(),
        llvm.get_host_cpu_name(),
        features.flatten(),
        width,
        ".".join(map(str, llvm.llvm_version_info)),
    )


@lru_cache(maxsize=1)
def memory() -> int:
    """The bytes of memory that this machine has; if it does not tell, as many as there can be."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return 1 << 48


def _target_machine(effort: int = 2) -> TargetMachine:
    """A new one each time: an engine keeps the one it is given, and frees it."""
    llvm, host = binding(), machine()
    target = llvm.Target.from_triple(host.triple)
    return target.create_target_machine(cpu=host.cpu, features=host.features, opt=effort, jit=True)


@lru_cache(maxsize=1)
def _system_functions() -> None:
    """Let code that was loaded find how the system passes on its turn."""
    if os.name == "nt":
        function = ctypes.CDLL("kernel32").SwitchToThread
    else:
        function = ctypes.CDLL(None).sched_yield
    binding().add_symbol("sched_yield", ctypes.cast(function, ctypes.c_void_p).value)


def object_code(assembly: str, optimised: bool = False) -> bytes:
    """Machine code of LLVM assembly that LLVM's own verifier has found sound.

    Programs are written as they are to run; what is written plainly can be ``optimised`` first.
    """
    machine()
    llvm, effort = binding(), 2 if len(assembly) < LONG else 0
    # A context of its own: the one that all modules share keeps every constant for ever.
    with llvm.create_context() as context, llvm.parse_assembly(assembly, context) as module:
        module.verify()
        target = _target_machine(effort)
        if optimised:
            builder = llvm.create_pass_builder(target, llvm.create_pipeline_tuning_options(2))
            builder.getModulePassManager().run(module, builder)
        return target.emit_object(module)


class Loaded:
    """Machine code in memory, there for as long as this lives: hold it while code may run."""

    def __init__(self, code: bytes) -> None:
        machine()
        _system_functions()
        llvm = binding()
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target_machine())
        self._engine.add_object_file(llvm.object_file.ObjectFileRef.from_data(code))
        self._engine.finalize_object()

    def address(self, name: str) -> int:
        """Where a function is."""
        return int(self._engine.get_function_address(name))

    def place(self, name: str) -> int:
        """Where a global is."""
        return int(self._engine.get_global_value_address(name))
