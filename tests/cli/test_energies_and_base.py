"""``torsor derive --form energies`` and ``--form base``, with loads, drives and numbers put in."""

from __future__ import annotations

import re
from typing import Any

import pytest

import torsor as package
from torsor import Model
from torsor.spatial.vectors import Vector

FORMATS = ("text", "latex", "markdown", "html")


# energies -----------------------------------------------------------------------------------------


def test_rotors_springs_and_a_carried_body_have_energies_of_their_own(torsor) -> None:
    options = ("--with", "rotors,springs", "--payload", "body")
    data = torsor("derive", "planar2r", "--form", "energies", "--json", *options).data
    assert list(data["kinetic"]) == ["1", "2", "3", "rotors"]
    assert list(data["potential"]) == ["1", "2", "3", "springs"]
    robot = package.load("planar2r").with_drives("rotors").with_drives("springs")
    model = package.derive(robot.with_payload("body"))
    wanted = model.parse("(N1^2*Im1*dq1^2 + N2^2*Im2*dq2^2)/2")
    assert model.parse(data["kinetic"]["rotors"]) == wanted
    text = torsor("derive", "planar2r", "--form", "energies", "--notation", "plain", *options).out
    assert {"K[3] = ", "K[rotors] = ", "U[springs] = "} <= set(
        re.findall(r"^[KU]\[\w+\] = ", text, re.MULTILINE)
    )


def test_bodies_without_a_chain_have_energies_in_every_format(torsor) -> None:
    for format in FORMATS:
        answer = torsor("derive", "rv1a-paper", "--form", "energies", "--format", format, "--all")
        assert answer.status == 0
        assert "Lagrangian" in answer.out


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("form", ["energies", "base", "matrices", "tau"])
def test_an_angle_in_degrees_is_put_in_exactly(form: str, format: str, torsor) -> None:
    command = ("derive", "planar2r", "--form", form, "--format", format, "--set", "q1=30deg")
    answer = torsor(*command)
    assert answer.status == 0
    root = {"text": "√3", "latex": r"\sqrt{3}", "markdown": r"\sqrt{3}", "html": "<msqrt>"}
    assert root[format] in answer.out


def test_energies_at_an_angle_still_make_the_lagrangian(torsor) -> None:
    data = torsor("derive", "planar2r", "--form", "energies", "--set", "q1=30deg", "--json").data
    ring = package.derive("planar2r").ring.extended(roots=[3])
    K, U, L = (ring.parse(data[name]) for name in ("K", "U", "L"))
    assert L == K - U
    assert "sqrt(3)" in data["L"]
    assert "q1" not in U.symbols()


def test_cad_numbers_leave_the_coordinates_symbolic(torsor, tmp_path) -> None:
    file = tmp_path / "cad.toml"
    file.write_text(
        "m1 = 7.4\nm2 = 5.2\nm3 = 1.1\na1 = 0.35\na2 = 0.25\nac1 = 0.21\nac2 = 0.11\n"
        "d1 = 0.3\nIzz1 = 0.08\nIzz2 = 0.03\nIzz3 = 0.002\ng = 9.81\n"
    )
    command = ("derive", "scara", "--form", "matrices", "--values", file, "--digits", 5)
    data = torsor(*command, "--json").data
    assert data["M"][1][1] == "16367/100000"  # Izz2 + Izz3 + m2 ac2² + m3 a2²
    assert data["M"][0][3] == "-1/500"
    assert "cos(q2)" in data["M"][0][0]
    assert data["g"] == ["0", "0", "-10791/1000", "0"]


# base parameters ----------------------------------------------------------------------------------


def rebuilt(data: dict[str, Any], model: Model) -> None:
    """Each value is the sum of what it groups, as the JSON itself tells it."""
    values = {column.name: column.value for column in model.columns}
    for parameter in data["base_parameters"]:
        factors = {parameter["name"]: "1", **parameter["grouped"]}
        total = sum((model.parse(f) * values[n] for n, f in factors.items()), model.ring.number(0))
        assert total == model.parse(parameter["value"])


@pytest.mark.parametrize("name", ["planar2r", "3r", "rttrr", "stanford", "puma560"])
def test_the_groupings_add_up_to_the_values(name: str, torsor) -> None:
    data = torsor("derive", name, "--form", "base", "--json").data
    rebuilt(data, package.derive(name))


def test_counts_are_of_the_robot_as_declared_unless_hypotheses_are_left_out(torsor) -> None:
    declared = torsor("derive", "trtrr", "--form", "base", "--json").data
    general = torsor("derive", "trtrr", "--form", "base", "--no-hypotheses", "--json").data
    assert len(declared["base_parameters"]) == 8
    assert len(general["base_parameters"]) == 19
    assert "Base parameters (8)" in torsor("derive", "trtrr", "--form", "base").out


def test_values_are_put_into_the_groupings(torsor) -> None:
    data = torsor("derive", "planar2r", "--form", "base", "--set", "l1=0.5", "--json").data
    first = data["base_parameters"][0]
    assert first["grouped"] == {"m2": "1/4"}
    model = package.derive("planar2r")
    assert model.parse(first["value"]) == model.parse("Izz1 + m1*(rx1^2 + ry1^2) + m2/4")


def test_the_driving_forces_printed_in_base_parameters_are_the_driving_forces(torsor) -> None:
    """What the text says of τ, read back with the values that it gives to β."""
    command = ("derive", "planar2r", "--form", "base", "--notation", "plain", "--payload", "none")
    lines = torsor(*command).out.replace("\n    ", " ").splitlines()
    printed = dict(line.split(" = ", 1) for line in lines if " = " in line)
    model = package.derive(package.load("planar2r").with_payload("none"))
    names = [name for name in printed if name.startswith("beta")]
    ring = model.ring.extended(names)
    values = {name: ring.parse(printed[name]) for name in names}
    forces = [ring.parse(printed[name]).subs(values) for name in ("tau1", "tau2")]
    assert Vector(forces) == Vector(tau.to(ring) for tau in model.tau)


def test_with_drives_there_are_more(torsor) -> None:
    data = torsor(
        "derive", "planar2r", "--form", "base", "--with", "friction,rotors,springs", "--json"
    ).data
    names = {p["name"] for p in data["base_parameters"]}
    assert {"fv1", "fc1", "k1", "fv2", "fc2", "k2", "Ia2"} <= names
    grouped = {p["name"]: p["grouped"] for p in data["base_parameters"]}
    assert grouped["Lzz1"]["Ia1"] == "1"  # the first rotor turns with the first link


def test_what_only_a_quotient_could_group_is_refused(torsor, tmp_path) -> None:
    file = tmp_path / "springs.toml"
    rows = [
        f'{{ kind = "T", axis = "{a}", link = {{ spring = "k{a}" }}{more} }}'
        for a, more in (
            ("x", ""),
            ("y", ', mimic = { joint = 1, offset = "s" }'),
            ("z", ', mimic = { joint = 1, offset = "t" }'),
        )
    ]
    file.write_text(f"gravity = 0\njoint = [{', '.join(rows)}]\n")
    complaint = torsor("derive", file, "--form", "base").complaint
    assert complaint == "the parameters cannot be grouped without a division by lengths or angles"
    assert torsor("verify", file).status == 0
