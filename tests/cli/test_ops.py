"""`torsor ops`: the contract's fields, the peers' figures beaten, bad input refused."""

import json

import pytest

from torsor.cli.main import run

PEERS = {  # OpenSYMORO, base parameters: inverse dynamics, mass matrix
    "Rz(q1) tz(q2) ty(q3) Rz(q4) Ry(q5)": (145, None),
    "puma560": (541, 410),
    "iiwa": (614, 450),
    "panda": (649, 532),
}


def counted(capsys, *arguments):
    assert run(["ops", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("robot", PEERS)
def test_nine_tenths_of_the_peers_at_most(capsys, robot):
    counts = counted(capsys, robot)
    inverse, mass = PEERS[robot]
    assert counts["inverse_dynamics"]["mul"] + counts["inverse_dynamics"]["add"] <= 0.9 * inverse
    if mass:
        assert counts["mass_matrix"]["mul"] + counts["mass_matrix"]["add"] <= mass


def test_the_fields(capsys):
    counts = counted(capsys, "puma560")
    assert {"inverse_dynamics", "mass_matrix", "forward_dynamics"} <= set(counts)
    for count in counts.values():
        assert {"mul", "add", "trig"} <= set(count)
        assert all(isinstance(n, int) for n in count.values())


def test_parameters_as_described_cost_more(capsys):
    base = counted(capsys, "panda", "--parameters", "base")["inverse_dynamics"]
    every = counted(capsys, "panda", "--parameters", "all")["inverse_dynamics"]
    assert every["mul"] > base["mul"] and every["add"] > base["add"]


def test_payload_and_drives_do_not_count(capsys, tmp_path):
    plain = tmp_path / "plain.toml"
    plain.write_text('name = "a"\njoint = [{ kind = "R", axis = "z" }]\npayload = "none"\n')
    driven = tmp_path / "driven.toml"
    driven.write_text(
        'name = "a"\njoint = [{ kind = "R", axis = "z", link = { viscous = "fv1" } }]\n'
    )
    assert counted(capsys, str(plain)) == counted(capsys, str(driven))


def test_a_person_reads_a_table(capsys):
    assert run(["ops", "planar2r"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Planar 2R, base parameters"
    assert any(line.startswith("forward_dynamics ") for line in lines)


def test_bad_input(capsys):
    assert run(["ops", "puma560", "--parameters", "some"]) == 2
    assert "expected base or all" in capsys.readouterr().err
    assert run(["ops", "pumma"]) == 2
    assert "did you mean" in capsys.readouterr().err
