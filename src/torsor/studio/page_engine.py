"""The engine that runs within a page: texts of envelopes in, texts of messages out."""

from __future__ import annotations

import json
from collections.abc import Callable

import torsor.studio.answers.equations
import torsor.studio.answers.robots  # noqa: F401 - what most pages ask first
from torsor.errors import TorsorError
from torsor.studio.answering import Message, failure, read_envelope, reply
from torsor.studio.kept import Kept

kept = Kept()


def take(text: str, post: Callable[[str], object]) -> None:
    """Answer an envelope."""

    def send(message: Message) -> None:
        post(json.dumps(message, ensure_ascii=False, allow_nan=False, separators=(",", ":")))

    try:
        envelope = read_envelope(text)
    except TorsorError as error:
        send(failure(0, error))
        return
    reply(envelope, kept, send)
