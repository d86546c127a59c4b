"""What is right and what is wrong in a published model."""

from collections import Counter

import torsor

for name in ("trtrr", "scara"):
    found = torsor.check(name)
    right = sum(equation.right for equation in found.equations)
    kinds = Counter(difference.kind for _, difference in found.differences())
    print(f"{name}: {right} of {len(found.equations)} equations are right; {dict(kinds)}")
