"""A program as a kernel for AMD's GPUs: the same steps, translated by LLVM's back end for them.

The module is verified and made into an object that ROCm's linker takes. It has not been run on a
device yet, and nothing here launches it.
"""

from __future__ import annotations

from dataclasses import dataclass

from torsor.errors import ArgumentValueError, shown
from torsor.program.gpu.kernel_code import write_kernel
from torsor.program.gpu.strategy import Strategy
from torsor.program.graph.program import Program
from torsor.program.jit.llvm import binding

PROCESSORS = ("gfx90a", "gfx942")
"""MI200 and MI300."""
TRIPLE = "amdgcn-amd-amdhsa"
THREADS = 256
PLAIN = Strategy()


@dataclass(frozen=True)
class AmdCode:
    """The kernel for one processor: as text, and as an object."""

    processor: str
    assembly: str
    code: bytes


def write_amd(program: Program, float_: str, processor: str = "gfx942") -> AmdCode:
    """``function(in0, stride0, …, constants, out, n)`` for blocks of 256 threads."""
    if processor not in PROCESSORS:
        known = ", ".join(PROCESSORS)
        raise ArgumentValueError(f"no code for the processor {shown(processor)}; there are {known}")
    llvm = binding()
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(TRIPLE)
    made = target.create_target_machine(cpu=processor, features="", opt=3, jit=False)
    text = _retarget(write_kernel(program, float_, PLAIN), str(made.target_data))
    with llvm.create_context() as context:
        # Each from a module of its own: translating changes it.
        with llvm.parse_assembly(text, context) as module:
            module.verify()
            listing = made.emit_assembly(module)
        with llvm.parse_assembly(text, context) as module:
            return AmdCode(processor, listing, made.emit_object(module))


def _retarget(assembly: str, layout: str) -> str:
    """The module in AMD's words: how numbers lie, names of registers, how a kernel is called."""
    numbered = "llvm.nvvm.read.ptx.sreg"
    attributes = f'nounwind "amdgpu-flat-work-group-size"="1,{THREADS}" {{'
    text = assembly
    for theirs, ours in (
        ('triple = "nvptx64-nvidia-cuda"', f'triple = "{TRIPLE}"\ntarget datalayout = "{layout}"'),
        (f"{numbered}.tid.x", "llvm.amdgcn.workitem.id.x"),
        (f"{numbered}.ctaid.x", "llvm.amdgcn.workgroup.id.x"),
        (f"declare i32 @{numbered}.ntid.x()\n", ""),
        (f"call i32 @{numbered}.ntid.x()", f"add i32 0, {THREADS}"),
        ("declare void @llvm.nvvm.barrier0() convergent\n", ""),
        ("addrspace(4) externally_initialized global", "addrspace(4) constant"),
        ("define ptx_kernel void", "define amdgpu_kernel void"),
        (") nounwind {\nentry:", f") {attributes}\nentry:"),
    ):
        text = text.replace(theirs, ours)
    return text
