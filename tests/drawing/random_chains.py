"""Random serial chains of 2 to 7 joints, as one line each."""

from __future__ import annotations

import random


def random_chain(seed):
    """Turns and slides, offsets before most of them, constant turns before few."""
    choose = random.Random(seed)
    words = []
    count = choose.randint(2, 7)
    for k in range(1, count + 1):
        for n in range(choose.choice((0, 0, 1, 1, 1, 2)) if k > 1 else choose.choice((0, 0, 1))):
            words.append(f"t{choose.choice('xyz')}(l{k}{'ab'[n]})")
        if choose.random() < 0.15:
            words.append(f"R{choose.choice('xyz')}({choose.choice((90, -90, 90, 30, -45))}deg)")
        kind = "t" if choose.random() < 0.22 else "R"
        words.append(f"{kind}{choose.choice('xyz')}(q{k})")
    if choose.random() < 0.6:
        words.append(f"t{choose.choice('xyz')}(l{count + 1}a)")
    return " ".join(words)
