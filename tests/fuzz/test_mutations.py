"""Texts that are nearly right, through every reader: nothing but one TorsorError comes back.

The default run reads the same few every time; ``TORSOR_FUZZ=all`` (``make fuzz``) reads many, new
ones each time, and keeps what breaks something in ``found/``.
"""

from __future__ import annotations

import hashlib
import time
from pathlib import Path
from random import Random

import pytest

from .mutations import SEEDS, mutated
from .readers import ALL, READERS, judged

FOUND = Path(__file__).parent / "found"
BATCHES, BATCH = (120, 80) if ALL else (1, 50)


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("reader", READERS)
def test_a_text_that_is_nearly_right_gets_an_answer_or_one_sentence(
    reader: str, batch: int
) -> None:
    random = Random(f"{reader} {batch} {time.time_ns() if ALL else ''}")
    for _ in range(BATCH):
        text = mutated(random, SEEDS[reader])
        verdict = judged(reader, text)
        if verdict and ALL:
            keep(reader, text)
        assert not verdict, f"{verdict}, reading as {reader}: {text[:2000]!r}"


def keep(reader: str, text: str) -> None:
    """Keep a text that broke something, for the default run to replay."""
    content = text.encode("utf-8", "surrogateescape")
    label = hashlib.sha256(content).hexdigest()[:8]
    (FOUND / f"{reader}-{label}.txt").write_bytes(content)
