"""The page and the engines speak of the same data."""

from __future__ import annotations

from docs.make_protocol import TARGET, protocol_text


def test_the_page_has_the_protocol_as_the_engines_have_it() -> None:
    assert TARGET.read_text("utf-8") == protocol_text()
