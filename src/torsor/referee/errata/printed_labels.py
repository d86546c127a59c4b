"""An equation's label as print sets it: ``(10), N_2x`` with its symbol as one."""

from __future__ import annotations

import re

from torsor.document.blocks import Link, Run, Symbol, Text
from torsor.notation.glyph import Glyph
from torsor.referee.errata.target_words import target_in_words

SYMBOL = re.compile(r"(?<!\w)([A-Za-z]+)_([A-Za-z0-9]+)(?:\^([A-Za-z0-9]+))?(?![\w^])")


def print_label(label: str) -> Text:
    """The label, its symbols set as mathematics."""
    runs: list[Run] = []
    end = 0
    for found in SYMBOL.finditer(label):
        base, sub, sup = found.groups()
        runs += [label[end : found.start()], Symbol((Glyph(base, sub, sup or ""),))]
        end = found.end()
    return tuple(run for run in (*runs, label[end:]) if run)


def link_label(label: str, anchor: str) -> Text:
    """The same, its words leading to a heading; a label that is a symbol leads there as typed."""
    first, *rest = print_label(label)
    if not isinstance(first, str):
        return (Link(label, anchor),)
    words = first.rstrip(",; ")
    after = (first[len(words) :],) if words != first else ()
    return (Link(words, anchor), *after, *rest)


def title_of(label: str, target: str) -> str:
    """A heading that needs no mathematics: the label's words, and what the equation says."""
    words = [word.strip() for word in SYMBOL.sub("", label).split(",") if word.strip()]
    told = target_in_words(target)
    return ", ".join((*words, told)) if words else told[:1].upper() + told[1:]
