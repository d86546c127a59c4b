"""The SCARA document's workflow: model, values measured in CAD, numbers out.

The document measures its parts in SolidWorks and prints no number of them; the parts here are
plain bars of aluminium and a steel quill, in the text that SolidWorks prints.
"""

import torsor
from torsor.equations import Style, document, write
from torsor.formats.cad.mass_properties import read_mass_properties, values_for
from torsor.notation import load_notation

PART = """
Mass = {mass} grams
Center of mass: ( millimeters )
    X = {x}    Y = 0.00    Z = 0.00
Moments of inertia: ( grams * square millimeters )
Taken at the center of mass and aligned with the output coordinate system.
    Lxx = {xx}    Lxy = 0.00    Lxz = 0.00
    Lyx = 0.00    Lyy = {yy}    Lyz = 0.00
    Lzx = 0.00    Lzy = 0.00    Lzz = {zz}
"""
PARTS = {
    1: PART.format(mass="4320.00", x="150.00", xx="3204000.00", yy="58500000.00", zz="59904000.00"),
    2: PART.format(mass="1944.00", x="100.00", xx="842400.00", yy="14839200.00", zz="15163200.00"),
    4: PART.format(mass="624.00", x="0.00", xx="2100800.00", yy="2100800.00", zz="41600.00"),
}

robot = torsor.load("scara").with_payload("none")
values = {"a1": 0.3, "a2": 0.2, "d1": 0.4, "g": 9.81}
for number, text in PARTS.items():
    body = read_mass_properties(text, "solidworks")
    found, left_out = values_for(body, robot.links[number - 1], str(number))
    values |= {name: str(value) for name, value in found.items()}
    print(f"link {number}: {', '.join(f'{n} = {float(v):g}' for n, v in found.items())}")

model = torsor.derive(robot, "lagrange").at(values, digits=5)
hand = load_notation("spong")
print(write(document(model, Style(hand), "matrices"), hand, "text"))
