"""The viewer's page without a browser: whether it is built, and the scene that stands in it."""

from __future__ import annotations

import json
import os
import re
from typing import Any

import pytest

from torsor.drawing.viewer.page import NOT_BUILT, page_template


def skip(reason: str) -> None:
    """Leave a test out, unless that is barred."""
    if os.environ.get("TORSOR_SKIP") == "nothing":
        pytest.fail(reason)
    pytest.skip(reason)


def need_page() -> None:
    """Only with the page built."""
    if page_template() is None:
        skip(NOT_BUILT)


def scene_in(html: str) -> dict[str, Any]:
    """What the page shows."""
    found = re.search(r'id="scene">(.*?)</script>', html, re.DOTALL)
    assert found
    return json.loads(found[1])
