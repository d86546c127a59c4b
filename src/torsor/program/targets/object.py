"""Machine code for another machine: an ELF object, and a header for C. No compiler is needed."""

from __future__ import annotations

from torsor.errors import MissingValueError
from torsor.program.objects.architectures import Platform, read_float, read_triple
from torsor.program.objects.emission import emit_object
from torsor.program.objects.module import count_constants, write_module
from torsor.program.targets import SourceFiles
from torsor.program.targets.c import write_c_header
from torsor.program.targets.shared.package import Package


def files(package: Package, triple: str, float32: bool = False) -> SourceFiles:
    """The object and its header by name."""
    platform = read_triple(triple)
    architecture = platform.architecture
    float_ = read_float(32 if float32 else 64, triple, architecture)
    if package.parameters and not architecture.has_doubles:
        raise MissingValueError(
            f"{architecture.name} has no doubles in hardware, with which parameters are set up: "
            f"build in a value for {', '.join(package.parameters)}"
        )
    stem, programs = package.stem, package.alone
    assembly = write_module(programs, stem, package.parameters, float_, architecture)
    made = emit_object(assembly, platform)
    stack = {name: size for name, size in made.stack.items() if name.startswith(f"{stem}_")}
    told = _describe(platform, float_, stack)
    header = write_c_header(package, float_, count_constants(programs), told)
    return SourceFiles({f"{stem}.o": made.code, f"{stem}.h": header}, stack)


def _describe(platform: Platform, float_: str, stack: dict[str, int]) -> list[str]:
    """What a user has to know of the object, as lines of a comment."""
    wide = max(map(len, stack))
    precision = "single" if float_ == "float" else "double"
    return [
        "",
        f"The object is for {platform.architecture.says}, {precision} precision.",
        "It needs no library, no heap and no data that is written to, and may run anywhere: it is",
        "position-independent. Its results have the bits of torsor.compile.",
        "",
        "Bytes of stack that a call takes, with all that it calls:",
        *(f"  {name:<{wide}}  {size:>5}" for name, size in stack.items()),
    ]
