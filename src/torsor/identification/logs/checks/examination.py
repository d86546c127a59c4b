"""All checks in their order: times first, then single rows, units, rates, and what stands still."""

from __future__ import annotations

from torsor.identification.logs.checks.flat import mark_flat_forces, mark_stuck_positions
from torsor.identification.logs.checks.rates import check_rates
from torsor.identification.logs.checks.rests import find_moving, tell_rests
from torsor.identification.logs.checks.spikes import remove_spikes
from torsor.identification.logs.checks.timestamps import (
    check_advancing,
    check_length,
    check_seconds,
    tell_repeated,
    tell_times,
)
from torsor.identification.logs.checks.turns import count_turns
from torsor.identification.logs.checks.units import bounds_of, check_degrees, tell_forces
from torsor.identification.logs.columns import Selection
from torsor.identification.logs.draft import Draft
from torsor.identification.logs.mapping import Mapping
from torsor.robot.robot import Robot


def examine(draft: Draft, robot: Robot, selection: Selection, mapping: Mapping) -> Draft:
    """The log with what is wrong in it marked and told, or the sentence that refuses it."""
    bounds = bounds_of(robot)
    draft = check_length(check_seconds(check_advancing(draft)))
    draft = tell_repeated(tell_times(draft))
    draft = remove_spikes(draft)
    draft = check_degrees(draft, bounds, selection.quantities["q"].stated)
    draft = count_turns(draft, [k for k, b in enumerate(bounds) if b.turns])
    draft = check_rates(mark_stuck_positions(draft))
    moving = find_moving(draft.t, draft.q)
    draft = tell_rests(draft, moving)
    draft = mark_flat_forces(draft, moving, mapping.passive)
    draft = tell_forces(draft, bounds)
    return draft.note(tell_ignored(selection))


def tell_ignored(selection: Selection) -> str:
    """The columns that nothing is made of."""
    names = selection.ignored
    if not names:
        return ""
    listed = ", ".join(names[:6]) + (" …" if len(names) > 6 else "")
    return f"{len(names)} column{' is' if len(names) == 1 else 's are'} not used: {listed}"
