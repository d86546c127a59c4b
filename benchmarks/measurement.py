"""One line of the benchmark table, and what the person running it chose."""

from __future__ import annotations

from dataclasses import dataclass

OURS = "Torsor"


@dataclass(frozen=True)
class Options:
    """What to leave out."""

    quick: bool = False  # without the peers that take minutes


@dataclass(frozen=True)
class Measurement:
    """A tool doing one thing with one subject; one with the same of both is its rival."""

    topic: str  # what is done: "closed form"
    subject: str  # with what: "puma560"
    tool: str
    seconds: float | None = None  # once, all modules imported before
    runs: int = 1  # the best of so many, each in a fresh process
    terms: int | None = None
    megabytes: float | None = None
    error: float | None = None  # relative, against Pinocchio in a random state
    note: str = ""
    failed: bool = False
    again: float | None = None  # seconds for the same thing once more in the same process
    imports: float | None = None  # seconds for the modules that it needs, in a fresh process
