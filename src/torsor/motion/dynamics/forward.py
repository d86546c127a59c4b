"""The motion under torques or a controller: phases with their loads, samples and events."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np

from torsor.algebra.arrays import Array
from torsor.motion.dynamics.controllers import PD
from torsor.motion.dynamics.equations import Equations
from torsor.motion.dynamics.integration import Integration
from torsor.motion.dynamics.integrators import MACHINE_CODE
from torsor.motion.dynamics.inverse import plan_motion, sample_times
from torsor.motion.dynamics.plant import Plant
from torsor.motion.dynamics.record import Rows, make_columns
from torsor.motion.dynamics.stick_slip import Holds
from torsor.motion.dynamics.work import Account
from torsor.motion.linear_systems import largest, solve
from torsor.motion.quantities import ScenarioError
from torsor.motion.results import Figures, Result
from torsor.motion.scenario.carried_load import Load
from torsor.motion.scenario.drives import Feedback, Free
from torsor.motion.scenario.scenario import MOST_BREAKS, Scenario


class Forward:
    """One simulation; ``result`` may be asked for at any time and holds what was done so far."""

    def __init__(
        self,
        scenario: Scenario,
        plant: Plant,
        progress: Callable[[float], None],
        engine: str = MACHINE_CODE,
    ) -> None:
        self.scenario, self.plant = scenario, plant
        self.engine = scenario.method.find_engine(engine)
        motion = plan_motion(scenario, plant) if scenario.motion else None
        self.duration = float(scenario.duration or (motion.duration if motion else 0.0))
        self.drive = (scenario.drive or Free(kind="free")).make(motion, plant.n)
        dry = plant.coulomb
        exact = scenario.smoothing == 0
        if exact and dry.any() and scenario.method.name == "symplectic":
            raise ScenarioError(
                "the symplectic integrator takes no jumps: give smoothing a speed, such as 1e-3"
            )
        self.holds = Holds(dry if exact else np.zeros(plant.n), scenario.stops)
        self.smoothed = dry
        y = np.concatenate((scenario.q, scenario.dq))
        if scenario.contacts.by_arc:
            y = np.append(y, 0.0)
        samples = sample_times(self.duration, scenario.sample, plant)
        self.rows = Rows(plant.n, len(samples))
        self.account = Account(plant, 0.0)
        self.integration = Integration(
            scenario.method, y, samples, self._record, progress, self.account
        )
        self.events = self.integration.events
        self.done = False
        self._compile()

    def _compile(self) -> None:
        """Have all machine code ready before the clock runs."""
        for load in (None, *self.scenario.loads):
            equations = self._equations(load)
            needed = [(equations.arm, "forward_dynamics")]
            if isinstance(self.drive, PD):
                needed.append((self.drive.model, self.drive.uses))
            if self.holds.stops or self.holds.coulomb.any():
                needed += [(equations.arm, "mass_matrix"), (equations.arm, "bias")]
            for arm, name in needed:
                getattr(arm, name)
        if self.plant.tool_known:
            _ = self.plant.arm().forward_kinematics
        if self.engine == MACHINE_CODE:
            from torsor.motion.machine.motion import CompiledMotion

            going = self.integration
            going.compiled = CompiledMotion(
                self._equations(None), self.scenario.method, going.samples, self.rows, self.account
            )

    def run(self) -> None:
        """Integrate to the end."""
        going = self.integration
        moments = self._breaks()
        arcs = (0.0, float("inf"))
        for begin, end in pairwise(moments):
            self._change_loads(begin)
            equations = self._equations(self._load(begin))
            equations.window, equations.arcs = (begin, end), arcs
            if equations.arc:
                equations.arcs = equations.arc_window(going.y.item(-1))
            going.run_phase(equations, end)
            arcs = equations.arcs
        self.done = True

    def result(self) -> Result:
        """Everything up to the last sample."""
        scenario, n = self.scenario, self.plant.n
        states, works = self.rows.states()
        bodies = [None, *(load.body for load in scenario.loads)]
        columns, units = make_columns(
            self.plant, scenario.contacts, states, bodies, bool(scenario.reactions)
        )
        figures: Figures = {
            "method": scenario.method.name,
            "steps": self.integration.steps,
            "evaluations": self.integration.evaluations,
            "engine": self.engine,
        }
        return Result(
            self.plant.robot.name, "forward", n, columns, units, list(self.events), self.done,
            figures,
            self.account.balance(
                works, bool(scenario.contacts), bool(scenario.loads), bool(scenario.stops)
            ) if "K" in columns else None,
        )  # fmt: skip

    def _breaks(self) -> list[float]:
        """The moments at which something is known to jump, from 0 to the end."""
        known = {*self.drive.breaks, *self.scenario.contacts.breaks("t")}
        known |= {m for load in self.scenario.loads for m in (load.pick_up, load.release)}
        inner = sorted(b for b in known if 0 < b < self.duration)
        if len(inner) > MOST_BREAKS:
            raise ScenarioError(
                f"torques, contacts and loads jump or bend at {len(inner)} moments, at most "
                f"{MOST_BREAKS} are simulated; take a coarser table or a shorter duration"
            )
        close = 1e-12 * (1 + self.duration)
        found = [0.0]
        for moment in [*inner, self.duration]:
            if moment - found[-1] > close:
                found.append(moment)
        found[-1] = self.duration
        return found

    def _load(self, t: float) -> Load | None:
        for which, load in enumerate(self.scenario.loads, 1):
            if load.is_carried(t):
                self.rows.load = which
                return load
        self.rows.load = 0
        return None

    def _equations(self, load: Load | None) -> Equations:
        contacts = self.scenario.contacts
        body, told = load.body if load else None, self.scenario.drive
        if isinstance(self.drive, PD):
            known = body if isinstance(told, Feedback) and told.knows_load else None
            self.drive.model = self.plant.arm(known, coulomb=False)
        return Equations(
            self.plant.arm(body, contacts.payload, coulomb=False),
            self.drive,
            contacts,
            self.holds,
            self.scenario.smoothing,
            self.smoothed,
            viscosity=self.plant.viscosity,
        )

    def _change_loads(self, t: float) -> None:
        """Pick-up and release at a moment; a load caught at rest takes its share of momentum."""
        n, going = self.plant.n, self.integration
        for load in self.scenario.loads:
            if load.release == t:
                self.account.release(load.body, going.y[:n], going.y[n : 2 * n])
                self.events.append({"t": t, "event": "release"})
            if load.pick_up != t or t == 0:
                continue
            q, dq = going.y[:n], going.y[n : 2 * n]
            before = dq.copy()
            if load.caught == "at-rest":
                empty: Array = self.plant.arm(None, coulomb=False).mass_matrix(np.array(q))
                full: Array = self.plant.arm(load.body, coulomb=False).mass_matrix(np.array(q))
                free = [k for k in range(n) if not self.holds.at_stop(k)]
                dq[free] = solve(full[np.ix_(free, free)], (empty @ dq)[free])
            self.account.take(load.body, q, before, dq, load.caught == "moving")
            lost = largest(dq - before)
            self.events.append({"t": t, "event": "pick-up", "jump": lost})

    def _record(self, t: float, y: Array, equations: Equations) -> None:
        n = self.plant.n
        wrench = equations.wrench(t, y) if equations.contacts else np.zeros(6)
        tau = equations.tau(t, y)
        self.rows.add(
            t, y[: 2 * n], equations.accelerations(t, y, tau), tau,
            y.item(-1) if equations.arc else 0.0, wrench, self.rows.load, self.account.row,
        )  # fmt: skip
