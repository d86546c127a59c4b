"""One question answered: the messages that go back, and every mistake as a sentence."""

from __future__ import annotations

import json
import sys
import traceback
from collections.abc import Callable, Mapping
from importlib import import_module
from time import perf_counter
from typing import Any

from torsor.errors import TorsorError, shown, suggestion, visible
from torsor.studio.kept import Kept
from torsor.studio.places import PlacedError
from torsor.studio.protocol import LARGEST_TEXT, QUESTIONS
from torsor.studio.protocol.messages import Answer, Envelope, Failure, Progress
from torsor.studio.validation import validate

Message = Answer | Failure | Progress
Send = Callable[[Message], None]

GROUPS = {
    "catalogue": ("catalogue",),
    "robots": ("describe", "build", "cad"),
    "scene": ("scene", "thumbnail"),
    "equations": ("equations", "lines", "search", "sizes"),
    "why": ("why",),
    "numbers": ("numbers", "weigh"),
    "program": ("program",),
    "judging": ("check", "errata", "verify"),
    "taking": ("take",),
}
"""The questions that each file of ``answers`` answers."""

HOMES = {question: home for home, questions in GROUPS.items() for question in questions}

WORDY = 2000
"""Characters that a sentence may have."""


def answer(name: str, asked: Mapping[str, Any], kept: Kept) -> dict[str, Any]:
    """The answer to a question; a TorsorError says why there is none."""
    if name not in QUESTIONS:
        raise TorsorError(f"there is no question {shown(name)}{suggestion(name, QUESTIONS)}")
    validate(asked, QUESTIONS[name][0], name)
    from torsor.algebra.budget import WHOLE, budget, usual

    function = getattr(import_module(f"torsor.studio.answers.{HOMES[name]}"), f"answer_{name}")
    with budget(usual(WHOLE)):
        found: dict[str, Any] = function(asked, kept)
    return found


def reply(envelope: Envelope, kept: Kept, send: Send) -> None:
    """Answer an envelope; whatever happens, the last message is an answer or a failure."""
    number = envelope["id"]

    def tell(says: str, share: float | None = None) -> None:
        send({"id": number, "kind": "progress", "says": visible(says), "share": share})

    kept.tell = tell
    start = perf_counter()
    try:
        found = answer(envelope["ask"], envelope["about"], kept)
        send({"id": number, "kind": "answer", "answer": found, "seconds": perf_counter() - start})
    except Exception as error:
        send(failure(number, error))


def failure(number: int, error: Exception) -> Failure:
    """The sentence for what went wrong; ``fault`` where it is ours."""
    place, field, fault = None, "", False
    if isinstance(error, PlacedError):
        place, field = error.place, error.field
    if isinstance(error, TorsorError):
        sentence = str(error)
    elif isinstance(error, MemoryError):
        sentence = "out of memory"
    elif isinstance(error, RecursionError):
        sentence = "nested too deep"
    else:
        traceback.print_exception(error, file=sys.stderr)
        said = str(error).splitlines() or [""]
        sentence = f"Torsor stumbled: {type(error).__name__}: {said[0]}"
        fault = True
    line = visible(" ".join(sentence.split()))[:WORDY]
    return {"id": number, "kind": "failure", "sentence": line, "place": place, "field": field,
            "fault": fault}  # fmt: skip


def read_envelope(text: str | bytes) -> Envelope:
    """An envelope from its JSON; refused before it is read where it is too large."""
    if len(text) > LARGEST_TEXT:
        raise TorsorError(f"the question is larger than {LARGEST_TEXT:,} characters, refused")
    try:
        found = json.loads(text, parse_constant=_refuse)
    except RecursionError:
        raise TorsorError("the question is nested too deep") from None
    except ValueError as error:
        raise TorsorError(f"the question is no JSON: {error}") from None
    validate(found, Envelope, "the question")
    envelope: Envelope = found
    return envelope


def _refuse(word: str) -> None:
    raise ValueError(f"{word} is no number")
