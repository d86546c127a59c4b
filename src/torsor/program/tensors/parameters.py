"""Parameters that are given by name, beside the robot's own numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from torsor.errors import ArrayError, MissingValueError, suggestion

if TYPE_CHECKING:
    from torsor.program.tensors.derivable import Derivable


def choose_parameters(function: Derivable, given: Mapping[str, object]) -> dict[str, object]:
    """A value for each parameter that varies, in order: the one given, else the robot's own."""
    varied = function.varied
    for name in given:
        if name not in varied.names:
            raise ArrayError(
                f"{function.__name__}: {name!r} does not vary{suggestion(name, varied.names)}; "
                f"parameters are {', '.join(varied.names)}"
            )
    found: dict[str, object] = {}
    for name, own in zip(varied.names, varied.own, strict=True):
        value = given.get(name, own)
        if value is None:
            raise MissingValueError(
                f"{function.__name__} needs a value for {name}: give parameters of "
                f"{', '.join(varied.names)}, in this order or by name"
            )
        found[name] = value
    return found
