"""What goes between page and engine: envelopes, answers, failures, progress."""

from __future__ import annotations

from typing import Any, Literal, TypedDict


class Envelope(TypedDict):
    """What the page sends: ``ask`` is the name of a question, ``about`` what it asks."""

    id: int
    ask: str
    about: dict[str, Any]


class Place(TypedDict):
    """Where in a text something is wrong, counted from 1; 0 where it is not known."""

    line: int
    column: int


class Failure(TypedDict):
    """A question that cannot be answered: the command line's sentence, and where."""

    id: int
    kind: Literal["failure"]
    sentence: str
    place: Place | None
    field: str
    """Which part of the question: ``text``, ``hypotheses``, ``values``, ``term`` …, or nothing."""
    fault: bool
    """Whether it is ours, not the user's."""


class Progress(TypedDict):
    """What is being done; ``share`` from 0 to 1 where it is known, else null."""

    id: int
    kind: Literal["progress"]
    says: str
    share: float | None


class Answer(TypedDict):
    """The answer, of the type that belongs to the question, and what it took here."""

    id: int
    kind: Literal["answer"]
    answer: dict[str, Any]
    seconds: float
