"""Forward simulation: phases of smooth motion, and the events between them.

A phase ends where something is known to jump (a torque, a load, a contact) and whenever a guard
fails on the way: a coordinate meets its stop, comes to rest in dry friction, is pulled loose, or
the tool passes a mark on its path. The moment is found on the solver's own interpolant, and the
solver begins anew behind it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from torsor.algebra.arrays import Array
from torsor.errors import SingularError
from torsor.motion.dynamics.equations import Equations
from torsor.motion.dynamics.integrators import Interpolant, Method
from torsor.motion.dynamics.stick_slip import SOFT
from torsor.motion.dynamics.work import Account
from torsor.motion.machine.dop853 import EVENT, FAILED, FINISHED, NOT_FINITE, RUNNING, TOO_SHORT
from torsor.motion.machine.guards import Guard, find_guards
from torsor.motion.quantities import ScenarioError
from torsor.motion.results import Event
from torsor.motion.tables import require_scipy

if TYPE_CHECKING:
    from torsor.motion.machine.motion import CompiledMotion

LOOKS = 10
"""In how many places of a step the guards are looked at."""
AT_ONCE = 64
"""Steps of machine code, after which progress is told and a signal heard."""
MOST_AT_ONCE = 200
"""So many events in no time are chatter."""
MOST_STEPS = 300_000
"""A motion that needs more steps is not begun, or given up as soon as that is foreseen."""
LOOK_AHEAD = 2000
"""After so many steps the rest is estimated, and again whenever their number has doubled."""


class StoppedError(ScenarioError):
    """The motion cannot be continued."""


def _too_many(span: float, step: float) -> str:
    return (
        f"{span:.6g} s in steps of {step:.2g} s are more than {MOST_STEPS} steps; take a shorter "
        "duration, larger steps or looser tolerances"
    )


class Integration:
    """The state on its way; ``record`` is called at each sample with (t, y, equations)."""

    def __init__(
        self,
        method: Method,
        y: Array,
        samples: Array,
        record: Callable[[float, Array, Equations], None],
        progress: Callable[[float], None],
        account: Account,
    ) -> None:
        self.account = account
        self.method, self.t = method, samples.item(0)
        self.y: Array = np.array(y, float)
        self.samples, self.next = samples, 0
        self.record, self.progress = record, progress
        self.compiled: CompiledMotion | None = None
        """Machine code that takes the steps, where there is some."""
        self.events: list[Event] = []
        self.steps = self.evaluations = 0
        self._look, self._looked = LOOK_AHEAD, (0, self.t)
        span = samples.item(-1) - self.t
        if not span / method.finest <= MOST_STEPS:
            raise ScenarioError(_too_many(span, method.finest))
        self._crowd, self._since = 0, -1.0

    def run_phase(self, equations: Equations, bound: float) -> None:
        """Integrate to a time up to which nothing is known to jump."""
        released: dict[int, float] = {}
        while self.t < bound:
            with np.errstate(all="ignore"):  # a state that is no longer finite is told below
                released = self._go_on(equations, bound, released)

    def _go_on(
        self, equations: Equations, bound: float, released: dict[int, float]
    ) -> dict[int, float]:
        """Settle what is held, then go on to the next event or the bound."""
        try:
            equations.settle(self.t, self.y, released)
            self._tell_rest(equations)
            if self.next == 0:
                self._sample(equations, self.t, lambda t: self.y)
            if self.compiled is not None:
                return self._advance(self.compiled, equations, bound)
            return self._integrate(equations, bound)
        except SingularError as error:
            raise StoppedError(f"the motion ends at t = {self.t:.6g} s: {error}") from None

    def _integrate(self, equations: Equations, bound: float) -> dict[int, float]:
        """Steps until the bound or the next event; what the event released."""
        solver = self.method.solver(equations, self.t, self.y, bound)
        if not np.isfinite(getattr(solver, "f", 0.0)).all():  # of which SciPy makes no step, ever
            raise self._stopped("no step is short enough")
        guards = find_guards(equations)
        try:
            while solver.status == "running":
                problem = solver.step()
                if solver.status == "failed" or not np.all(np.isfinite(solver.y)):
                    reason = problem or "the state is no longer finite"
                    raise self._stopped(reason)
                self.steps += 1
                self._foresee(float(solver.t))
                sampled = self.next < len(self.samples) and self.samples.item(self.next) <= solver.t
                if guards or sampled or equations.works:
                    dense = solver.dense_output()
                    span = solver.t_old, solver.t
                    found = self._find_first(equations, guards, dense, *span) if guards else None
                    self._sample(equations, found[0] if found else solver.t, dense)
                    if found:
                        self.account.go_on(equations, dense, found[0])
                        self.t, self.y = found[0], np.array(dense(found[0]))
                        return self._carry_out(equations, found[1])
                    self.account.go_on(equations, dense, float(solver.t))
                self.t, self.y = float(solver.t), np.array(solver.y)
                self.progress(self.t)
        finally:
            self.evaluations += solver.nfev
        return {}

    def _advance(
        self, compiled: CompiledMotion, equations: Equations, bound: float
    ) -> dict[int, float]:
        """The same by machine code, some steps at a time."""
        guards = find_guards(equations)
        steps, evaluations = self.steps, self.evaluations
        status = compiled.begin(equations, guards, self.t, self.y, bound, self.next)
        while status in (RUNNING, EVENT):
            if status == RUNNING:
                status = compiled.advance(min(AT_ONCE, max(1, self._look - self.steps)))
            phase = compiled.phase
            self.steps, self.evaluations = steps + phase.steps, evaluations + phase.evaluations
            self.next = phase.next
            if status not in (RUNNING, EVENT, FINISHED):
                break
            self._foresee(phase.t)
            if status == EVENT:
                dense = compiled.dense
                found = self._find_first(equations, guards, dense, phase.t_old, phase.t)
                if compiled.take_samples(found[0] if found else phase.t) == FAILED:
                    break
                self.next = phase.next
                if found:
                    self.t, self.y = found[0], dense(found[0])
                    self.account.be_at(self.t, dense.works(self.t))
                    return self._carry_out(equations, found[1])
                status = compiled.go_on()
            self.t, self.y = phase.t, compiled.y
            self.account.be_at(self.t, compiled.works)
            self.progress(self.t)
            if status == FINISHED:
                return {}
        self._refuse(compiled, equations, status)
        return {}

    def _refuse(self, compiled: CompiledMotion, equations: Equations, status: int) -> None:
        """Say why machine code went no further; what its equations lack, Python's can tell."""
        self.t = compiled.phase.t_old if status == NOT_FINITE else compiled.phase.t
        reason = "the state is no longer finite"
        if status == FAILED:
            equations(*compiled.tried)
            reason = "the equations have no solution"
        elif status == TOO_SHORT:
            reason = "no step is short enough"
        raise self._stopped(reason)

    def _stopped(self, reason: str) -> StoppedError:
        return StoppedError(f"the motion cannot be continued beyond t = {self.t:.6g} s: {reason}")

    def _foresee(self, t: float) -> None:
        """Give up where steps like those of late would be too many to the end."""
        if self.steps < self._look:
            return
        steps, since = self._looked
        recent = (t - since) / (self.steps - steps)
        left = self.samples.item(-1) - t
        if not left / max(recent, 1e-300) <= MOST_STEPS - self.steps:
            raise StoppedError(
                f"given up at t = {t:.6g} s, after {self.steps} steps: " + _too_many(left, recent)
            )
        self._look, self._looked = 2 * self._look, (self.steps, t)

    def _sample(self, equations: Equations, upto: float, at: Interpolant) -> None:
        while self.next < len(self.samples) and self.samples.item(self.next) <= upto:
            t = self.samples.item(self.next)
            self.account.go_on(equations, at, t)
            self.record(t, np.array(at(t)), equations)
            self.next += 1

    def _find_first(
        self,
        equations: Equations,
        guards: list[Guard],
        dense: Interpolant,
        t0: float,
        t1: float,
    ) -> tuple[float, Guard] | None:
        """The first guard to fail within a step, and when."""
        with require_scipy():
            from scipy.optimize import brentq
        times: list[float] = np.linspace(t0, t1, LOOKS + 1).tolist()
        states = [dense(t) for t in times]
        first: tuple[float, Guard] | None = None
        for guard in guards:
            values = [guard.value(equations, t, y) for t, y in zip(times, states, strict=True)]
            failed = [j for j in range(1, LOOKS + 1) if values[j] < -guard.small]
            if not failed:
                continue
            j = failed[0]
            moment = times[j - 1]
            if values[j - 1] > 0:

                def at(t: float, guard: Guard = guard) -> float:
                    return guard.value(equations, t, dense(t))

                moment = float(brentq(at, times[j - 1], times[j], xtol=1e-15, rtol=1e-14))
            if first is None or moment < first[0]:
                first = (moment, guard)
        return first

    def _carry_out(self, equations: Equations, guard: Guard) -> dict[int, float]:
        """Carry out an event; what it released, with its direction."""
        self._crowd = self._crowd + 1 if self.t - self._since < 1e-9 else 0
        self._since = self.t
        if self._crowd > MOST_AT_ONCE:
            raise StoppedError(
                f"at t = {self.t:.6g} s events follow each other without end "
                f"(coordinate {guard.coordinate + 1}); smoothing = 1e-3 makes friction smooth"
            )
        holds, n, k = equations.holds, equations.n, guard.coordinate
        q, dq = self.y[:n], self.y[n : 2 * n]
        if guard.what == "mark":
            self.y[-1] = equations.arcs[1]
            equations.arcs = equations.arc_window(self.y.item(-1))
            return {}
        if guard.what == "rest":
            dq[k] = 0.0
            self._log("rest", k)
            return {}
        if guard.what == "loose":
            pull = equations.pull(self.t, self.y).item(k)
            holds.let_go(k, pull)
            self._log("slips", k)
            return {k: holds.direction.item(k)}
        upper = guard.what == "upper"
        q[k] = holds.stops[k].upper if upper else holds.stops[k].lower
        before, rates = dq.item(k), dq.copy()
        outwards = 1.0 if upper else -1.0
        M: Array = equations.arm.mass_matrix(np.ascontiguousarray(q))
        if before * outwards > 0:
            dq[:] = holds.impact(k, dq, M)
        if abs(dq.item(k)) <= SOFT:
            dq[k] = 0.0
            holds.rest_at(k, upper)
        after = dq.item(k)
        self.account.impact(M, rates, dq)
        self.events.append(
            {"t": self.t, "event": "stop", "coordinate": k + 1, "end": guard.what,
             "before": before, "after": after}
        )  # fmt: skip
        return {}

    def _tell_rest(self, equations: Equations) -> None:
        """A coordinate that has come to rest sticks, or turns back at once."""
        last = self.events[-1] if self.events else None
        if last and last["event"] == "rest" and last["t"] == self.t:
            held = last["coordinate"] - 1 in equations.holds.limits
            last["event"] = "sticks" if held else "turns"

    def _log(self, what: str, k: int) -> None:
        self.events.append({"t": self.t, "event": what, "coordinate": k + 1})
