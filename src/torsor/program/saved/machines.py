"""The machines that robots are saved for: what their processors have to be able to do."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from torsor.errors import ArgumentValueError, UnknownNameError, shown, suggestion
from torsor.program.objects.architectures import ARCHITECTURES, Architecture, Platform

LINUX = "unknown-linux-gnu"
AVX2 = frozenset(["avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe"])
AVX512 = frozenset(["avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"])
"""What Linux calls the features of a processor."""


@dataclass(frozen=True)
class SavedMachine:
    """A kind of machine by its name: the best that a processor can run is chosen first."""

    name: str
    architecture: Architecture
    processor: str
    """What the system calls the processor's family."""
    features: frozenset[str] = frozenset()

    @property
    def platform(self) -> Platform:
        """The same for LLVM."""
        return Platform(f"{self.processor}-{LINUX}", self.architecture)


MACHINES = {
    m.name: m
    for m in (
        SavedMachine(
            "x86-64-v4",
            Architecture("x86_64", "x86-64 with AVX-512", cpu="x86-64-v4", vector_bits=512),
            "x86_64", AVX2 | AVX512,
        ),
        SavedMachine(
            "x86-64-v3",
            Architecture("x86_64", "x86-64 with AVX2", cpu="x86-64-v3", vector_bits=256),
            "x86_64", AVX2,
        ),
        SavedMachine("aarch64", ARCHITECTURES["aarch64"], "aarch64"),
    )
}  # fmt: skip
"""All of them by name, the most able first."""


@dataclass(frozen=True)
class Host:
    """The machine that runs this process."""

    system: str
    processor: str
    features: frozenset[str]


@lru_cache(maxsize=1)
def find_host() -> Host:
    """What this machine is; its features only where Linux tells them."""
    told: set[str] = set()
    try:
        for line in Path("/proc/cpuinfo").read_text("utf-8", "replace").splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "flags":
                told |= set(value.split())
                break
    except OSError:
        pass
    return Host(sys.platform, platform.machine(), frozenset(told))


def read_machines(names: Iterable[str]) -> tuple[SavedMachine, ...]:
    """Machines by their names, each once; without any, the best that this one is."""
    found = []
    for name in dict.fromkeys(names):
        if not isinstance(name, str) or name not in MACHINES:
            told = shown(str(name))
            near = suggestion(str(name), MACHINES)
            raise UnknownNameError(f"no machine {told}{near}; there are {', '.join(MACHINES)}")
        found.append(MACHINES[name])
    if found:
        return tuple(found)
    host = find_host()
    for machine in MACHINES.values():
        if machine.processor == host.processor and machine.features <= host.features:
            return (machine,)
    raise ArgumentValueError(
        f"this machine ({host.processor}) is none that robots are saved for: {', '.join(MACHINES)}"
    )


def choose_machine(path: str, names: Iterable[str], host: Host) -> str:
    """The best of a file's machines that a host can run, or one sentence."""
    kept = [MACHINES[name] for name in MACHINES if name in set(names)]
    told = ", ".join(m.name for m in kept) or "no machine that is known here"
    if host.system != "linux":
        raise ArgumentValueError(f"{path} is for Linux ({told}), and this is {host.system}")
    family = [m for m in kept if m.processor == host.processor]
    if not family:
        raise ArgumentValueError(f"{path} is for {told}; this machine is {host.processor}")
    for machine in family:
        if machine.features <= host.features:
            return machine.name
    least = family[-1]
    lacking = ", ".join(sorted(least.features - host.features))
    raise ArgumentValueError(f"{path} is for {told}; this processor has no {lacking}")
