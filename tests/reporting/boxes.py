"""The boxes of words on a page, as poppler sees them: what lies over what, and beyond the margins.

A script hung below its letter overlaps it by design, and so does a mark above: two words collide
where they are set in one size and neither is a script of the other.
"""

from __future__ import annotations

from collections.abc import Sequence

from tests.reporting.reports import LEFT, RIGHT

TOP, BOTTOM = 36.0, 812.0
"""The page's header and footer included, in points."""

Word = tuple[float, float, float, float, str]


def collisions(page: Sequence[Word]) -> list[tuple[str, str]]:
    """Words of one size that lie over each other."""
    found = []
    ordered = sorted(page, key=lambda word: word[1])
    for k, a in enumerate(ordered):
        for b in ordered[k + 1 :]:
            if b[1] >= a[3]:
                break
            if _collide(a, b):
                found.append((a[4], b[4]))
    return found


def _collide(a: Word, b: Word) -> bool:
    heights = (a[3] - a[1], b[3] - b[1])
    across = min(a[2], b[2]) - max(a[0], b[0])
    down = min(a[3], b[3]) - max(a[1], b[1])
    alike = abs(heights[0] - heights[1]) < 0.12 * min(heights)
    return alike and across > 0.8 and down > 0.3 * min(heights)


def beyond(page: Sequence[Word]) -> list[str]:
    """Words outside the margins."""
    return [
        word[4] for word in page
        if word[0] < LEFT - 0.5 or word[2] > RIGHT + 0.5 or word[1] < TOP or word[3] > BOTTOM
    ]  # fmt: skip


def lone_lines(page: Sequence[Word]) -> bool:
    """Whether a page's body is a single line, as one equation left over would be."""
    body = [word for word in page if 60 < word[1] < 775]
    return bool(body) and max(w[3] for w in body) - min(w[1] for w in body) < 14
