"""What ``torch.compile`` follows and what it calls: it reads Python, and no machine code.

Nothing of PyTorch is imported here: a mark on a function tells it to call that function while it
traces, and to take the answer for a constant.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def hide_from_tracing(function: Callable[P, R]) -> Callable[P, R]:
    """The function, marked as one that is called while a graph is traced, and not followed."""
    function._dynamo_marked_constant = True  # type: ignore[attr-defined]
    return function


def is_tracing() -> bool:
    """Whether ``torch.compile`` is following the caller; false where PyTorch is not loaded."""
    guards = sys.modules.get("torch._guards")
    return guards is not None and guards.TracingContext.try_get() is not None
