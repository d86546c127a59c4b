"""How derivatives of a function are called: its name, then what was done, step by step.

``inverse_dynamics|vjp:q,dq`` are the gradients of weighted driving forces by q and dq;
``inverse_dynamics|vjp:q|jvp:q`` their derivative along a direction: a Hessian times a vector.
"""

from __future__ import annotations

from torsor.errors import UnknownNameError, shown
from torsor.program.graph.transforms import TRANSFORMS

Step = tuple[str, tuple[str, ...]]
"""``jvp`` or ``vjp``, and the names of the arguments."""


def split_name(name: str) -> tuple[str, tuple[Step, ...]]:
    """The function's own name, and the steps of its derivatives."""
    if not isinstance(name, str) or "|" not in name:
        return name, ()
    own, *rest = name.split("|")
    steps: list[Step] = []
    for step in rest:
        kind, _, by = step.partition(":")
        if kind not in TRANSFORMS:
            raise UnknownNameError(f"derivative {shown(step)} of {own}: expected jvp:… or vjp:…")
        steps.append((kind, tuple(by.split(","))))
    return own, tuple(steps)


def join_name(name: str, kind: str, by: tuple[str, ...]) -> str:
    """The name of a function's derivative."""
    return f"{name}|{kind}:{','.join(by)}"
