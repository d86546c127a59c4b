"""What exact arithmetic may take: counted before it is done, in a sentence where it is too much."""

from __future__ import annotations

import resource
import subprocess
import sys
import threading
import time

import pytest

import torsor
from torsor import Ring
from torsor.algebra.budget import LIMIT, budget, left
from torsor.errors import TooLargeError, TorsorError

NAMES = [f"a{k}" for k in range(40)]


def total(ring: Ring, count: int):
    return sum((ring.symbol(n) for n in NAMES[:count]), ring.number(0))


def test_a_product_is_refused_before_it_is_made():
    ring = Ring(NAMES)
    large = total(ring, 40) ** 4  # 123,410 terms
    start = time.process_time()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(TooLargeError, match="a product of 123,410 by 123,410 terms in 40 symbols"):
        large * large
    assert time.process_time() - start < 1
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000


def test_many_small_products_spend_the_budget_together():
    ring = Ring(NAMES)
    factor = total(ring, 30)
    with budget(0.001), pytest.raises(TooLargeError):
        for _ in range(100_000):
            factor * factor
    factor * factor  # and none is counted outside


def test_a_budget_inside_another_spends_both():
    ring = Ring(NAMES)
    factor = total(ring, 30)
    with budget(1):
        before = left()
        with budget(0.5):
            factor * factor
            assert left() < 0.5
        assert left() < before
    with budget(0.001), pytest.raises(TooLargeError), budget(1):
        for _ in range(100_000):
            factor * factor


def test_threads_have_budgets_of_their_own():
    ring = Ring(NAMES)
    factor = total(ring, 30)
    seen: list[object] = []

    def work(limit: float) -> None:
        try:
            with budget(limit):
                for _ in range(200):
                    factor * factor
            seen.append(limit)
        except TooLargeError:
            seen.append("too large")

    threads = [threading.Thread(target=work, args=(x,)) for x in (0.001, 5.0)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(map(str, seen)) == ["5.0", "too large"]


@pytest.mark.parametrize("limit", [0, -1, float("nan"), True, "much"])
def test_a_limit_is_a_number_above_zero(limit):
    with pytest.raises(TorsorError, match=r"gigabytes above zero|limit is a finite number"):
        torsor.derive("planar2r", limit=limit)


def test_a_limit_may_be_raised_and_lowered():
    with pytest.raises(TooLargeError):
        torsor.derive("iiwa", limit=0.01)
    model = torsor.derive("puma560", limit=0.15)
    with pytest.raises(TooLargeError):
        model.tensor  # noqa: B018 - what is made later has the same limit
    assert torsor.derive("puma560", limit=3).tensor


def test_a_substitution_is_refused_before_it_is_made():
    ring = Ring(["x", *NAMES])
    power = ring.symbol("x") ** 12
    with pytest.raises(TooLargeError):
        power.subs({"x": " + ".join(NAMES)})


def test_angles_of_fifteen_degrees_in_every_joint_are_put_in():
    tau = torsor.derive("iiwa").tau[0]
    found = tau.subs({f"q{k}": f"{15 * k}deg" for k in range(1, 8)})
    assert not {n for n in found.names() if n.startswith(("sin(q", "cos(q"))}


def test_rings_with_other_names_do_not_stay_in_memory():
    code = """
import torsor
def resident():
    return int(open("/proc/self/statm").read().split()[1]) * 4096
sizes = []
for i in range(700):
    torsor.derive(f"Rz(q1) tx(a{i}) Ry(q2) tx(b{i})")
    if i in (200, 699):
        sizes.append(resident())
print((sizes[1] - sizes[0]) / 500)
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert float(ran.stdout) < 1500, "bytes for each robot"


def test_powers_of_powers_are_refused_by_their_degree():
    with pytest.raises(TorsorError, match="the degree 8,256, more than 1,000"):
        torsor.load("Rz(q1) tx(((a*b)^64*c)^64)")


def test_what_is_left_is_what_was_given() -> None:
    with budget(100.0):
        assert left() == 100.0
    assert left() == LIMIT


def test_the_environment_sets_the_usual_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TORSOR_LIMIT", "0.0001")
    with pytest.raises(TooLargeError):
        torsor.derive("puma560")
    assert len(torsor.derive("puma560", limit=LIMIT).tau) == 6
    monkeypatch.setenv("TORSOR_LIMIT", "much")
    with pytest.raises(TorsorError, match="TORSOR_LIMIT is 'much'; expected a number"):
        torsor.derive("puma560")
