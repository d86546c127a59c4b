"""Code for AMD's GPUs: it is verified and assembled, every rounding as it is written; not run."""

from __future__ import annotations

import re

import pytest
from benchmarks.gpu.robots import arm_of

from torsor.errors import TorsorError
from torsor.program.gpu.amd import PROCESSORS, write_amd


@pytest.mark.parametrize("float_", ["float", "double"])
@pytest.mark.parametrize("processor", PROCESSORS)
@pytest.mark.parametrize("name", ["inverse_dynamics", "forward_dynamics"])
def test_a_kernel_is_an_object_of_its_processor(name: str, processor: str, float_: str) -> None:
    made = write_amd(arm_of("puma560").program(name), float_, processor)
    assert made.code[:4] == b"\x7fELF"
    assert f"amdgcn-amd-amdhsa--{processor}" in made.assembly
    assert "sin" not in re.findall(r"\bv_(\w+?)_f\d\d", made.assembly)


def test_products_are_fused_only_where_they_are_written_so() -> None:
    program = arm_of("puma560").program("inverse_dynamics")
    text = write_amd(program, "double").assembly
    fused = len(re.findall(r"\tv_fma(?:c|ac)?_f64|\tv_fmac_f64", text))
    from torsor.program.gpu.kernel_code import write_kernel

    written = len(re.findall(r"= call double @llvm\.fma", write_kernel(program, "double")))
    assert fused <= written


def test_a_processor_that_is_not_known() -> None:
    with pytest.raises(TorsorError, match="no code for the processor 'gfx1'"):
        write_amd(arm_of("puma560").program("gravity"), "float", "gfx1")
