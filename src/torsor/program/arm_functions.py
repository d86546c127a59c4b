"""A function of an arm as Python calls it: machine code, with the signature of the arm's method."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from torsor.errors import MissingValueError
from torsor.program.array_function import ArrayFunction
from torsor.program.engine import Engine
from torsor.program.functions.catalogue import FUNCTIONS
from torsor.program.functions.derived_names import split_name
from torsor.program.interpreted import InterpretedFunction
from torsor.program.jit import cpython_layout
from torsor.program.jit.builtin import make_builtin
from torsor.program.jit.compilation import (
    KINDS,
    Recipe,
    load_kernel,
    load_kernel_set_up_once,
)
from torsor.program.jit.compiled_function import CompiledFunction
from torsor.program.jit.kernel import Kernel
from torsor.robot.frame_names import FrameName, LinkName, find_frame

if TYPE_CHECKING:
    from torsor.program.gpu.gpu_arrays import GpuArrayFunction


class _Kernels(dict[str, Kernel]):
    """The machine code of a function by NumPy's name of a float; made when first asked for."""

    def __init__(self, load: Callable[[Recipe, str, str], Kernel], recipe: Recipe, name: str):
        super().__init__()
        self.load, self.recipe, self.name = load, recipe, name

    def __missing__(self, dtype: str) -> Kernel:
        self[dtype] = self.load(self.recipe, self.name, KINDS[dtype])
        return self[dtype]


class _Elsewhere(dict[FrameName, Any]):
    """A function of the frames other than the tool's; made when first asked for."""

    def __init__(self, owner: type, recipe: Recipe, name: str, engine: Engine) -> None:
        super().__init__()
        self.owner, self.recipe, self.name, self.engine = owner, recipe, name, engine

    def __missing__(self, frame: FrameName) -> Any:
        recipe = replace(self.recipe, frame=frame)
        self[frame] = make_function(self.owner, recipe, self.name, self.engine)
        return self[frame]

    def __call__(self, link: LinkName) -> Any:
        return self[find_frame(self.recipe.robot, link)]


def _without_tool(elsewhere: _Elsewhere, complaint: str) -> Callable[..., Any]:
    """A function of every frame but the tool's, for which a value is missing."""

    def call(*arrays: Any, link: LinkName = "tool", **named: Any) -> Any:
        if isinstance(link, str) and link == "tool":
            raise MissingValueError(complaint)
        return elsewhere(link)(*arrays, **named)

    return call


def make_function(owner: type, recipe: Recipe, name: str, engine: Engine) -> Any:
    """A function as Python calls it: a method of ``owner``, which tells its signature."""
    elsewhere = None
    if FUNCTIONS[split_name(name)[0]].of_frame and recipe.frame == "tool":
        elsewhere = _Elsewhere(owner, recipe, name, engine)
    try:
        if engine.device is not None:
            return _make_gpu_function(owner, recipe, name, engine, elsewhere)
        if not engine.jit:
            return _make_interpreted(owner, recipe, name, engine, elsewhere)
        call = make_compiled(owner, recipe, name, engine, elsewhere)
    except MissingValueError as error:  # which a link nearer to the base may do without
        if elsewhere is None:
            raise
        return _without_tool(elsewhere, str(error))
    if not cpython_layout.is_trusted() or (recipe.vary and name in FUNCTIONS):
        return call  # parameters come by name, and the built-in takes arrays by place alone
    says = _signed_sentence(owner, call)
    return make_builtin(call.kernels["float64"].loaded, name, says, "double", call)


def find_kernel(function: Any, dtype: str = "float64") -> Kernel:
    """The machine code of one of an arm's functions, for other machine code to call."""
    itself = getattr(function, "__self__", None)
    compiled: CompiledFunction = itself[0] if isinstance(itself, tuple) else function
    return compiled.kernels[dtype]


def make_compiled(
    owner: type,
    recipe: Recipe,
    name: str,
    engine: Engine,
    elsewhere: _Elsewhere | None = None,
) -> CompiledFunction:
    """A function as machine code, for arrays of every library."""
    kernels = _Kernels(load_kernel, recipe, name)
    head = kernels["float64"].head
    call = CompiledFunction(
        name,
        [(n, s) for n, s in head["arguments"]],
        tuple(head["shape"]),
        recipe.varied,
        elsewhere,
        (owner, (recipe.robot, recipe.values, engine, recipe.vary)),
        kernels,
        _Kernels(load_kernel_set_up_once, recipe, name),
        engine.threads,
        lambda derived: make_compiled(owner, recipe, derived, engine),
        {argument: tuple(shape) for argument, shape in head["shapes"].items()},
    )
    call.recipe = recipe
    call.__doc__ = _sentence(owner, call)
    call.operations = head["operations"]  # type: ignore[attr-defined]
    return call


def _make_interpreted(
    owner: type,
    recipe: Recipe,
    name: str,
    engine: Engine,
    elsewhere: _Elsewhere | None = None,
) -> InterpretedFunction:
    call = InterpretedFunction(
        recipe.program(name),
        recipe.varied,
        elsewhere,
        (owner, (recipe.robot, recipe.values, engine, recipe.vary)),
        lambda derived: _make_interpreted(owner, recipe, derived, engine),
    )
    call.__doc__ = _sentence(owner, call)
    return call


def _make_gpu_function(
    owner: type,
    recipe: Recipe,
    name: str,
    engine: Engine,
    elsewhere: _Elsewhere | None,
) -> GpuArrayFunction:
    from torsor.program.gpu.gpu_arrays import GpuArrayFunction

    call = GpuArrayFunction(
        recipe,
        name,
        engine.device or 0,
        elsewhere,
        (owner, (recipe.robot, recipe.values, engine, recipe.vary)),
        lambda: make_compiled(owner, recipe, name, engine),
    )
    call.__doc__ = _sentence(owner, call)
    return call


def _sentence(owner: type, call: ArrayFunction) -> str | None:
    """What a function is: as the method says, or its arguments."""
    if call.__name__ in FUNCTIONS:
        says: str | None = getattr(owner, call.__name__).__doc__
        return says
    return f"{call.__name__}: {', '.join(argument for argument, _ in call.arguments)}"


def _signed_sentence(owner: type, call: CompiledFunction) -> str:
    """What a method says, after its signature as built-ins carry it."""
    from inspect import Parameter, Signature, signature

    if call.__name__ not in FUNCTIONS:
        names = ", ".join(name for name, _ in call.arguments)
        return f"{call.__name__}({names}, *, out=None)\n--\n\n{call.__doc__}"
    method = getattr(owner, call.__name__)
    _, *own = signature(method).parameters.values()
    plain = Signature([parameter.replace(annotation=Parameter.empty) for parameter in own])
    return f"{call.__name__}{plain}\n--\n\n{method.__doc__}"
