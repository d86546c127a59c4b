"""Bodies made of boxes, with their mass properties summed by hand, and texts as CAD programs print.

The texts have the layout of SolidWorks, Fusion 360 and FreeCAD; the numbers are those of the body,
rounded as the program would.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
AXES = "xyz"


@dataclass(frozen=True)
class Body:
    """Mass in kg, mass centre in m, inertia about it in kg m² as a tensor."""

    mass: float
    com: Array
    inertia: Array

    @property
    def at_origin(self) -> Array:
        c = self.com
        return self.inertia + self.mass * (c @ c * np.eye(3) - np.outer(c, c))


def boxes(density: float, *parts: tuple[tuple[float, ...], tuple[float, ...]]) -> Body:
    """Solid boxes (middle, edges) side by side, of one density."""
    masses = np.array([density * np.prod(edges) for _, edges in parts])
    middles = np.array([middle for middle, _ in parts], float)
    com = masses @ middles / masses.sum()
    total = np.zeros((3, 3))
    for mass, middle, (_, edges) in zip(masses, middles, parts, strict=True):
        a, b, c = np.square(edges)
        r = middle - com
        total += mass * np.diag([b + c, a + c, a + b]) / 12
        total += mass * (r @ r * np.eye(3) - np.outer(r, r))
    return Body(float(masses.sum()), com, total)


BRACKET = boxes(
    2700,
    ((0.1, 0.02, 0.01), (0.2, 0.04, 0.02)),
    ((0.18, 0.1, 0.03), (0.03, 0.12, 0.05)),
    ((0.02, -0.03, 0.06), (0.02, 0.03, 0.08)),
)
"""A body without symmetry: every product of inertia counts."""

GRAM, MILLIMETRE, POUND, INCH = 1000.0, 1000.0, 1 / 0.45359237, 1 / 0.0254


def solidworks(
    body: Body,
    mass: tuple[str, float] = ("grams", GRAM),
    length: tuple[str, float] = ("millimeters", MILLIMETRE),
    digits: int = 2,
    notation: str = "positive",
    said: bool = True,
    blocks: str = "PLI",
) -> str:
    """SolidWorks' mass properties; with the positive notation products are integrals."""
    sign = -1 if notation == "positive" else 1
    unit = mass[1] * length[1] ** 2
    inertia = f"( {mass[0]} *  square {length[0]} )"
    note = f" (Using {notation} tensor notation.)" if said else ""

    def block(letter: str, tensor: Array) -> str:
        rows = []
        for i, a in enumerate(AXES):
            cells = [
                f"{letter}{a}{b} = {(1 if i == j else sign) * tensor[i, j] * unit:.{digits}f}"
                for j, b in enumerate(AXES)
            ]
            rows.append("\t" + "\t".join(cells))
        return "\n".join(rows) + "\n"

    moments, axes = np.linalg.eigh(body.inertia)
    x, y, z = body.com * length[1]
    text = (
        "Mass properties of bracket\n     Configuration: Default\n"
        "     Coordinate system: -- default --\n\n"
        f"Density = 0.00 {mass[0]} per cubic {length[0].removesuffix('s')}\n\n"
        f"Mass = {body.mass * mass[1]:.{digits}f} {mass[0]}\n\n"
        f"Volume = 251.00 cubic {length[0]}\n\n"
        f"Center of mass: ( {length[0]} )\n"
        f"\tX = {x:.{digits}f}\n\tY = {y:.{digits}f}\n\tZ = {z:.{digits}f}\n\n"
    )
    if "P" in blocks:
        text += (
            f"Principal axes of inertia and principal moments of inertia: {inertia}\n"
            "Taken at the center of mass.\n"
        )
        for k, a in enumerate(AXES):
            cells = ", ".join(f"{e: .{digits}f}" for e in axes[:, k])
            text += f"\t I{a} = ({cells})   \tP{a} = {moments[k] * unit:.{digits}f}\n"
    if "L" in blocks:
        text += (
            f"\nMoments of inertia: {inertia}\nTaken at the center of mass and aligned with the "
            f"output coordinate system.{note}\n" + block("L", body.inertia)
        )
    if "I" in blocks:
        text += (
            f"\nMoments of inertia: {inertia}\nTaken at the output coordinate system.{note}\n"
            + block("I", body.at_origin)
        )
    return text


def fusion(body: Body, equals: bool = True, figure: str = ".3f") -> str:
    """Fusion 360's properties in g and mm; products are entries of the tensor."""
    sign = " = " if equals else "\t"
    x, y, z = body.com * 1000

    def block(tensor: Array) -> str:
        return "".join(
            f"\tI{a}{b}{sign}{tensor[i, j] * 1e9:{figure}}\n"
            for i, a in enumerate(AXES)
            for j, b in enumerate(AXES)
        )

    return (
        "bracket v3\n\nArea\t5876.196 mm^2\nDensity\t0.003 g / mm^3\n"
        f"Mass\t{body.mass * 1e3:.3f} g\nVolume\t251000.00 mm^3\n"
        "Physical Material\tAluminum\n\nBounding Box\n\tLength \t 195.00 mm\n"
        "World X,Y,Z\t0.00 mm, 0.00 mm, 0.00 mm\n"
        f"Center of Mass\t{x:.3f} mm, {y:.3f} mm, {z:.3f} mm\n\n"
        f"Moment of Inertia at Center of Mass   (g mm^2)\n{block(body.inertia)}\n"
        f"Moment of Inertia at Origin   (g mm^2)\n{block(body.at_origin)}"
    )


def freecad(body: Body, density: float, labels: bool = False) -> str:
    """FreeCAD's console: volume, centre and matrix of a shape of density one, in mm."""
    x, y, z = map(float, body.com * 1000)
    rows = ",".join(
        "(" + ",".join(f"{e:g}" for e in row) + ",0)" for row in body.inertia / density * 1e15
    )
    lines = (
        ("Volume", f"{body.mass / density * 1e9!r}"),
        ("CenterOfMass", f"Vector ({x!r}, {y!r}, {z!r})"),
        ("MatrixOfInertia", f"Matrix ({rows},(0,0,0,1))"),
    )
    if labels:
        return "".join(f"{name}: {value}\n" for name, value in lines)
    return "".join(f">>> s.{name}\n{value}\n" for name, value in lines)
