"""Describe a robot in one line, derive it, and read what comes out."""

import torsor

model = torsor.derive("Rz(q1) tx(l1) Rz(q2) tx(l2)")

print(model)
print("tau2 =", model.tau[1])
print("M12 =", model.M[0][1])
print("in LaTeX:", model.M[0][1].latex())

# Two expressions are equal exactly when they are ==.
assert model.M[0][1] == model.M[1][0]

# Numbers, exactly or to any number of digits.
values = {"q2": "60deg", "m2": 2, "rx2": 0.25, "ry2": 0, "l1": 0.5, "Izz2": "1/30"}
print("M12 =", model.M[0][1].evaluate(values), "=", model.M[0][1].evaluate(values, digits=30))
