"""What a link looks like, where its description says so: nothing that the mechanics depends on."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Visual:
    """A surface in a file, or a plain body, in the frame of a moving link (0 the base)."""

    link: int
    kind: str
    """``mesh``, ``box``, ``cylinder`` or ``sphere``."""
    R: tuple[float, ...]
    """Its rotation, row by row."""
    p: tuple[float, ...]
    size: tuple[float, ...]
    """The scale of a mesh; edges; radius and length along z; radius."""
    file: str = ""
    """The mesh as the description names it."""
    folder: str = ""
    """Where the description stands."""
    color: str = ""
    """``#rrggbb``, where the description says it."""
