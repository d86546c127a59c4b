"""What is called has the arguments that it was called with; no module runs that is not sound."""

from __future__ import annotations

import re

import pytest
from tests.program.truth import PAYLOADS, library_truth

import torsor
from torsor.program.functions.catalogue import FUNCTIONS
from torsor.program.jit.builtin import write_entry
from torsor.program.jit.machine import object_code
from torsor.program.jit.parallel import write_parallel
from torsor.program.jit.writing.kernel import write_kernels
from torsor.program.jit.writing.rollout_code import write_rollout
from torsor.program.jit.writing.signature import Signature

DEFINED = re.compile(r"^define (?:internal )?(\S+|<[^>]*>) @(\w+)\(([^)]*)\)", re.MULTILINE)
CALLED = re.compile(r"call (\S+|<[^>]*>) @(\w+)\(([^)]*)\)")


def types(arguments: str) -> list[str]:
    """The types of a list of arguments; a vector's has a space in it, a name follows each."""
    found = [a.replace(" noalias", "").rsplit(" ", 1)[0] for a in arguments.split(", ") if a]
    return [t.strip() for t in found]


def mismatches(module: str) -> list[str]:
    known = {name: (result, types(taken)) for result, name, taken in DEFINED.findall(module)}
    return [
        f"{name}({given})"
        for result, name, given in CALLED.findall(module)
        if name in known and known[name] != (result, types(given))
    ]


@pytest.mark.parametrize("lanes", [1, 4, 8])
@pytest.mark.parametrize("payload", PAYLOADS)
def test_calls_and_functions_have_the_same_arguments(payload: str, lanes: int) -> None:
    truth = library_truth("planar2r", payload)
    arm = torsor.compile(truth.robot, truth.numbers, payload)
    for name in FUNCTIONS:
        program = arm.program(name)
        text = write_kernels(program, "double", lanes) + "\n" + write_entry(program, "double")
        assert not mismatches(text)
    text = write_rollout(arm.program("forward_dynamics"), lanes)
    assert "@acceleration" in text
    assert not mismatches(text)
    assert not mismatches(write_parallel())


def test_a_call_with_an_argument_less_is_seen() -> None:
    """The one that ended processes: the acceleration has a wrench that the call has not."""
    assert mismatches("define i1 @f(ptr %a, ptr %b) {\n}\n call i1 @f(ptr %x)")
    one = Signature("f", (("a", "ptr"), ("b", "i64")), "i64")
    with pytest.raises(TypeError, match="f takes a, b; given a"):
        one.call(a="%x")
    with pytest.raises(TypeError, match="f takes a, b"):
        one.values(a=1, b=2, c=3)


def test_a_module_that_is_not_sound_is_not_compiled() -> None:
    """It parses, but a value is used before it is there: LLVM's verifier tells."""
    steps = ["  %b = add i64 %c, 1", "  %c = add i64 %a, 1", "  ret i64 %b"]
    text = "\n".join(["define i64 @f(i64 %a) {", *steps, "}"])
    with pytest.raises(RuntimeError, match="dominate"):
        object_code(text)
