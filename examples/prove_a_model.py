"""Three derivations of one robot, proven equal, and its base parameters."""

import torsor

for method in ("newton-euler", "lagrange", "virtual-work"):
    model = torsor.derive("stanford", method)
    print(f"{method:<13} {1000 * model.seconds:7.1f} ms  {sum(model.terms)} terms")

certificate = torsor.verify("planar2r")
for check in certificate.checks:
    print("holds" if check.holds else "FAILS", check.name, "-", check.detail)

base = torsor.derive("planar2r").base_parameters
for parameter in base.parameters:
    print(parameter.name, "=", parameter.value)
