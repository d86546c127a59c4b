"""A function of an arm as Python calls it: machine code, with the signature of the arm's method."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from torsor.errors import MissingValueError
from torsor.program.functions.catalogue import FUNCTIONS
from torsor.program.jit import cpython_layout
from torsor.program.jit.builtin import make_builtin
from torsor.program.jit.compilation import KINDS, Kernel, Recipe, load_kernel
from torsor.program.jit.compiled_function import CompiledFunction
from torsor.robot.frame_names import FrameName, LinkName, find_frame


class _Kernels(dict[str, Kernel]):
    """The machine code of a function by NumPy's name of a float; made when first asked for."""

    def __init__(self, recipe: Recipe, name: str) -> None:
        super().__init__()
        self.recipe, self.name = recipe, name

    def __missing__(self, dtype: str) -> Kernel:
        self[dtype] = load_kernel(self.recipe, self.name, KINDS[dtype])
        return self[dtype]


class _Elsewhere(dict[FrameName, Any]):
    """A function of the frames other than the tool's; made when first asked for."""

    def __init__(self, owner: type, recipe: Recipe, name: str, threads: int | None) -> None:
        super().__init__()
        self.owner, self.recipe, self.name, self.threads = owner, recipe, name, threads

    def __missing__(self, frame: FrameName) -> Any:
        recipe = Recipe(self.recipe.robot, self.recipe.values, frame)
        self[frame] = make_function(self.owner, recipe, self.name, self.threads)
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


def make_function(owner: type, recipe: Recipe, name: str, threads: int | None) -> Any:
    """A function as Python calls it: a method of ``owner``, which tells its signature."""
    kernels = _Kernels(recipe, name)
    elsewhere = None
    if FUNCTIONS[name].of_frame and recipe.frame == "tool":
        elsewhere = _Elsewhere(owner, recipe, name, threads)
    try:
        double = kernels["float64"]
    except MissingValueError as error:  # which a link nearer to the base may do without
        if elsewhere is None:
            raise
        return _without_tool(elsewhere, str(error))
    call = CompiledFunction(
        name,
        [(n, s) for n, s in double.head["arguments"]],
        tuple(double.head["shape"]),
        kernels,
        threads,
        elsewhere,
        (owner, (recipe.robot, recipe.values, threads)),
    )
    call.__doc__ = getattr(owner, name).__doc__
    call.operations = double.head["operations"]  # type: ignore[attr-defined]
    if not cpython_layout.is_trusted():
        return call
    return make_builtin(double.loaded, name, _signed_sentence(owner, name), "double", call)


def _signed_sentence(owner: type, name: str) -> str:
    """What a method says, after its signature as built-ins carry it."""
    from inspect import Parameter, Signature, signature

    method = getattr(owner, name)
    _, *own = signature(method).parameters.values()
    plain = Signature([parameter.replace(annotation=Parameter.empty) for parameter in own])
    return f"{name}{plain}\n--\n\n{method.__doc__}"
