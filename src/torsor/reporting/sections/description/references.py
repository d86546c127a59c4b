"""Citations, each once: sources that begin alike are one reference with several remarks."""

from __future__ import annotations

from collections.abc import Iterable

from torsor.document.blocks import Text

UNKNOWN = "no source is given"


class References:
    """The numbers of some sources."""

    def __init__(self, sources: Iterable[str]) -> None:
        known = list(dict.fromkeys(source.rstrip(".") or UNKNOWN for source in sources))
        self.works: dict[str, list[str]] = {}
        """What each work is said to be the source of, by its citation."""
        self.of: dict[str, int] = {}
        for source in known:
            work = _work(source, known)
            remarks = self.works.setdefault(work, [])
            rest = source.removeprefix(work).lstrip(" ,;:")
            remarks += [rest] if rest else []
            self.of[source] = list(self.works).index(work) + 1

    def marks(self, sources: Iterable[str]) -> str:
        """``[1, 3]``."""
        numbers = sorted({self.of[source.rstrip(".") or UNKNOWN] for source in sources})
        return f"[{', '.join(map(str, numbers))}]"

    @property
    def items(self) -> tuple[Text, ...]:
        """The references, each with its number."""
        found = []
        for number, (work, remarks) in enumerate(self.works.items(), 1):
            told = f"[{number}] {work}." + "".join(f" {_sentence(r)}" for r in remarks)
            found.append((told,))
        return tuple(found)


def _work(source: str, known: list[str]) -> str:
    """The citation alone: what other sources begin with, too."""
    heads = [source[:k] for k in range(len(source)) if source[k] in ":,"]
    others = [other for other in known if other != source]
    shared = [head for head in heads if head in others or _cited(head, source, others)]
    return max(shared, key=len) if shared else source


def _cited(head: str, source: str, others: list[str]) -> bool:
    """Whether a colon ends the citation, and another source has the same."""
    return source[len(head)] == ":" and any(other.startswith(f"{head}:") for other in others)


def _sentence(remark: str) -> str:
    return f"{remark[:1].upper()}{remark[1:].rstrip('.')}."
