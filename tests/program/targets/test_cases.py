"""The numbers that self-tests compare with are Pinocchio's, so every language's results are."""

from __future__ import annotations

import numpy as np
import pytest
from tests.oracles import pinocchio_model
from tests.program.targets.running import ROBOTS, packaged, ready
from tests.truth.bridge import in_numbers

from torsor.errors import TorsorError
from torsor.program.targets import write_code
from torsor.robot.robot import WRENCH
from torsor.robot.symbols import parameters

CHAINS = [r for r in ROBOTS if r not in ("driven", "coupled", "bodies")]
"""Those that Pinocchio knows all of."""


@pytest.mark.parametrize("robot", CHAINS)
def test_the_self_tests_numbers_are_pinocchios(robot):
    made, n = packaged(robot), ready(robot).dof
    programs = {p.name: p for p in made.programs}
    # Parameters that are not among the code's have no effect.
    values = dict.fromkeys(parameters(ready(robot)), 0.0)
    values |= dict(zip(made.parameters, made.cases.parameters, strict=True))
    for check in made.cases.checks:
        arrays = {
            array.name: np.array(given)
            for array, given in zip(programs[check.function].inputs, check.arguments, strict=True)
        }
        wrench = dict(zip(WRENCH, arrays.get("wrench", [0] * 6), strict=True))
        numbers = in_numbers(ready(robot), values | wrench)
        oracle = pinocchio_model.build(numbers.robot)
        q, still = arrays["q"], np.zeros(n)
        dq, ddq = arrays.get("dq", still), arrays.get("ddq", still)
        if check.function == "mass_matrix":
            wanted = pinocchio_model.crba(oracle, q).ravel()
        elif check.function == "gravity":
            wanted = pinocchio_model.generalized_gravity(oracle, q)
        elif check.function in ("inverse_dynamics", "bias"):
            wanted = pinocchio_model.rnea(oracle, q, dq, ddq, numbers.payload)
        else:  # forward dynamics: the forces of the accelerations found are those given
            ddq = np.array(check.expected)
            wanted = pinocchio_model.rnea(oracle, q, dq, ddq, numbers.payload)
            assert _near(arrays["tau"], wanted)
            continue
        assert _near(check.expected, wanted), check.function


def _near(found, wanted):
    return np.allclose(found, wanted, rtol=0, atol=1e-12 * max(1.0, abs(np.array(wanted)).max()))


def test_parameters_and_states_are_exact_in_floating_point():
    cases = packaged("puma560").cases
    for number in (*cases.parameters, *cases.checks[0].arguments[0]):
        assert number * 64 == int(number * 64)


def test_single_precision_refuses_numbers_that_it_cannot_hold():
    with pytest.raises(TorsorError, match=r"float32 holds numbers up to 3\.4e38"):
        write_code("planar2r", "c", {"m1": "1e200"}, float32=True)
