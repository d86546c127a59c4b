"""A child process that answers questions: lines of JSON in, lines of JSON out, within limits."""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
from typing import BinaryIO

from torsor.errors import TorsorError
from torsor.studio.answering import Message, failure, read_envelope, reply
from torsor.studio.kept import Kept

MEMORY = 6 * 1024**3
"""Bytes of address space that a child may have; the libraries that it maps are in it."""


def main() -> None:
    """Answer until the questions end."""
    out = _own_output()
    limit_memory(MEMORY)
    lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(sys.stdin.buffer, lines), daemon=True).start()
    _warm()
    kept = Kept()

    def send(message: Message) -> None:
        text = json.dumps(message, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        out.write(text.encode() + b"\n")
        out.flush()

    while True:
        line = lines.get()
        try:
            envelope = read_envelope(line)
        except TorsorError as error:
            send(failure(0, error))
            continue
        reply(envelope, kept, send)


def limit_memory(most: int) -> None:
    """Let the system refuse memory beyond, where it can."""
    try:
        import resource
    except ImportError:
        return
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    least = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(resource.RLIMIT_AS, (least, least))


def _own_output() -> BinaryIO:
    """Standard output for messages alone: what libraries print there goes to standard error."""
    own = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return own


def _read(source: BinaryIO, lines: queue.SimpleQueue[bytes]) -> None:
    """Hand lines on; when they end the server has gone, and nobody waits for an answer."""
    for line in source:
        lines.put(line)
    os._exit(0)


def _warm() -> None:
    """Import what most answers need, so that the first is quick."""
    import torsor.studio.answers.equations
    import torsor.studio.answers.robots
    import torsor.studio.answers.why  # noqa: F401


if __name__ == "__main__":
    main()
