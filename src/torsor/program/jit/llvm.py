"""LLVM in the process, as far as it is used here: llvmlite itself says no types."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Protocol

from torsor.errors import MissingExtraError


class Features(Protocol):
    """What a processor can do."""

    def get(self, name: str) -> bool | None:
        """Whether it has a feature."""

    def flatten(self) -> str:
        """All of them, as LLVM takes them."""


class Module(Protocol):
    """Assembly that was read."""

    def verify(self) -> None:
        """Complain if it is not sound."""


class TargetMachine(Protocol):
    """What makes machine code for one kind of processor."""

    target_data: object
    """How numbers lie in its memory; prints as LLVM writes it."""

    def emit_object(self, module: Module) -> bytes:
        """The machine code of a module."""

    def emit_assembly(self, module: Module) -> str:
        """The same as text: of a GPU's, PTX."""


class Target(Protocol):
    """A family of processors."""

    def create_target_machine(
        self,
        *,
        cpu: str,
        features: str,
        opt: int,
        jit: bool,
        reloc: str = "default",
        codemodel: str = "jitdefault",
        abiname: str = "",
    ) -> TargetMachine:
        """One of them."""


class Targets(Protocol):
    """The families that LLVM knows."""

    def from_triple(self, triple: str) -> Target:
        """A family by its name."""


class Engine(Protocol):
    """Machine code in memory."""

    def add_object_file(self, file: object) -> None:
        """Take up what was compiled before."""

    def finalize_object(self) -> None:
        """Make it ready to run."""

    def get_function_address(self, name: str) -> int:
        """Where a function is."""

    def get_global_value_address(self, name: str) -> int:
        """Where a global is."""


class ObjectFileRef(Protocol):
    """Machine code as a file has it."""

    def from_data(self, code: bytes) -> object:
        """The file of these bytes."""


class ObjectFiles(Protocol):
    """The part of LLVM that reads machine code."""

    ObjectFileRef: ObjectFileRef


class PassManager(Protocol):
    """Passes over a module, one after another."""

    def run(self, module: Module, builder: PassBuilder) -> bool:
        """Do them; tells whether anything changed."""


class PassBuilder(Protocol):
    """What puts passes together for a kind of processor."""

    def getModulePassManager(self) -> PassManager:
        """The passes."""


class Llvm(Protocol):
    """``llvmlite.binding``."""

    Target: Targets
    object_file: ObjectFiles
    llvm_version_info: tuple[int, ...]

    def initialize_native_target(self) -> None: ...  # noqa: D102
    def initialize_native_asmprinter(self) -> None: ...  # noqa: D102
    def initialize_all_targets(self) -> None: ...  # noqa: D102
    def initialize_all_asmprinters(self) -> None: ...  # noqa: D102
    def get_host_cpu_features(self) -> Features: ...  # noqa: D102
    def get_host_cpu_name(self) -> str: ...  # noqa: D102
    def get_process_triple(self) -> str: ...  # noqa: D102
    def add_symbol(self, name: str, address: int | None) -> None: ...  # noqa: D102
    def create_context(self) -> AbstractContextManager[object]: ...  # noqa: D102
    def parse_assembly(  # noqa: D102
        self, text: str, context: object = None
    ) -> AbstractContextManager[Module]: ...
    def create_pipeline_tuning_options(self, speed_level: int) -> object: ...  # noqa: D102
    def create_pass_builder(  # noqa: D102
        self, machine: TargetMachine, options: object
    ) -> PassBuilder: ...
    def create_mcjit_compiler(  # noqa: D102
        self, module: object, machine: TargetMachine
    ) -> Engine: ...


def binding() -> Llvm:
    """LLVM, or one sentence that says how to get it."""
    try:
        import llvmlite.binding as llvm
    except ImportError:
        raise MissingExtraError(
            "compiling needs llvmlite; install it with: pip install 'torsor[fast]', "
            "or do without machine code: jit=False"
        ) from None
    found: Llvm = llvm
    return found
