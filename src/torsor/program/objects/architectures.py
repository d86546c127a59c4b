"""The machines that objects are made for, by their triples: what their processors have to have.

Every product and sum is fused as on this machine, so that results have the same bits; a processor
that cannot fuse would need a library, and is refused.
"""

from __future__ import annotations

from dataclasses import dataclass

from torsor.errors import ArgumentValueError, shown, suggestion

REST = frozenset(
    ("unknown", "pc", "none", "elf", "linux", "gnu", "musl", "eabihf", "gnueabihf", "musleabihf")
)
"""What a triple may go on with, after its processor."""


@dataclass(frozen=True)
class Architecture:
    """A family of processors as LLVM is told of it."""

    name: str
    says: str
    cpu: str = ""
    features: str = ""
    abi: str = ""
    vector_bits: int = 0
    """Of registers that hold several angles; none where angles are turned one by one."""
    has_doubles: bool = True

    @property
    def floats(self) -> tuple[int, ...]:
        """The kinds of floats that it computes with, by their bits."""
        return (32, 64) if self.has_doubles else (32,)

    def lanes(self, bits: int) -> int:
        """How many angles of so many bits a register holds."""
        return max(1, self.vector_bits // bits)


ARCHITECTURES = {
    a.name: a
    for a in (
        Architecture(
            "x86_64", "x86-64 with AVX2 and FMA (x86-64-v3)", cpu="x86-64-v3", vector_bits=128
        ),
        Architecture("aarch64", "AArch64 (ARMv8-A with Neon)", cpu="generic", vector_bits=128),
        Architecture(
            "riscv64", "RISC-V, RV64GC, lp64d", cpu="generic-rv64",
            features="+m,+a,+f,+d,+c", abi="lp64d",
        ),
        Architecture(
            "thumbv7em", "ARMv7E-M with FPv4-SP (Cortex-M4F, M7), hard-float calls",
            cpu="cortex-m4", features="+vfp4d16sp", has_doubles=False,
        ),
        Architecture(
            "thumbv8m.main", "ARMv8-M with FPv5-SP (Cortex-M33), hard-float calls",
            cpu="cortex-m33", features="+fp-armv8d16sp", has_doubles=False,
        ),
    )
}  # fmt: skip
"""All of them by the first word of a triple."""

EXAMPLES = (
    "thumbv7em-none-eabihf", "thumbv8m.main-none-eabihf", "aarch64", "aarch64-linux-gnu",
    "riscv64", "riscv64-linux-gnu", "x86_64", "x86_64-linux-gnu",
)  # fmt: skip
"""Triples to name to a user."""


@dataclass(frozen=True)
class Platform:
    """A triple that objects are made for, in LLVM's words, and its processors."""

    triple: str
    architecture: Architecture


def read_triple(triple: str) -> Platform:
    """The platform of a triple, or one sentence."""
    given = triple.lower().replace("x86-64", "x86_64", 1)
    name, *rest = given.split("-")
    architecture = ARCHITECTURES.get(name)
    if not given or architecture is None or not set(rest) <= REST:
        told = f"no machine {shown(triple)}{suggestion(triple, EXAMPLES)}" if given else "no triple"
        raise ArgumentValueError(f"{told}; there are {', '.join(EXAMPLES)}")
    linux = "linux" in rest
    if not architecture.has_doubles:
        if "eabihf" not in rest or linux:
            raise ArgumentValueError(
                f"{shown(triple)} is not a machine with floats in hardware and no operating "
                f"system; expected {name}-none-eabihf"
            )
        return Platform(f"{name}-none-eabihf", architecture)
    if any("eabi" in word for word in rest):
        raise ArgumentValueError(f"{shown(triple)}: {name} has no eabihf; expected {name}")
    return Platform(f"{name}-unknown-{'linux-gnu' if linux else 'none-elf'}", architecture)


def read_float(bits: int, triple: str, architecture: Architecture) -> str:
    """LLVM's name of the floats of so many bits, or one sentence."""
    if bits not in (32, 64):
        raise ArgumentValueError(f"float is {bits}; expected 32 or 64")
    if bits not in architecture.floats:
        raise ArgumentValueError(
            f"{shown(triple)} has no doubles in hardware; ask for single precision: float 32"
        )
    return "float" if bits == 32 else "double"
