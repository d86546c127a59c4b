"""What a cluster's worker does: hold its versions against those of the run, then make a part."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from torsor.errors import TorsorError
from torsor.studies.execution.versions import compare_versions, find_versions
from torsor.studies.execution.work import Job, Task


def make_part(
    job: Mapping[str, Any], part: int, start: int, stop: int, more: Mapping[str, object]
) -> bytes | str:
    """A part's file, or the sentence that the run ends with."""
    if told := compare_versions(job["versions"], find_versions()):
        return f"worker {_find_address()} of the cluster has {told}; expected the same as here"
    try:
        made = Job(job["function"], job["text"], job["digest"])
        return made.make(Task(part, start, stop, more))
    except TorsorError as error:
        return str(error)


def _find_address() -> str:
    from distributed import get_worker

    address: str = get_worker().address
    return address
