"""The SCARA document's product: the tensor form with lengths and masses in numbers, q symbolic.

The numbers stand for what a CAD program measures; they are made up for the example.
"""

import torsor
from torsor.equations import Style, document, write
from torsor.notation import load_notation

measured = {
    "a1": 0.35, "a2": 0.25, "ac1": 0.17, "ac2": 0.11, "d1": 0.4, "g": 9.81,
    "m1": 3.2, "m2": 1.9, "m3": 0.7, "Izz1": 0.041, "Izz2": 0.013, "Izz3": 0.0008,
}  # fmt: skip

robot = torsor.load("scara").with_payload("none")
model = torsor.derive(robot, "lagrange").at(measured, digits=5)
hand = load_notation("spong")
print(write(document(model, Style(hand), "matrices"), hand, "text"))
