import numpy as np


def scara_torques(q, v, a, *, a1, a2, ac1, ac2, m1, m2, m3, I1, I2, I3, g=9.80665):
    """Joint efforts of a SCARA; axis 3 is positive downward, axis 4 about the downward direction."""
    q1, q2, q3, q4 = q
    v1, v2, v3, v4 = v
    w = a1 * (m2 * ac2 + m3 * a2)
    e = I2 + I3 + m2 * ac2 ** 2 + m3 * a2 ** 2
    M = np.zeros((4, 4))
    M[0, 0] = I1 + m1 * ac1 ** 2 + (m2 + m3) * a1 ** 2 + e + 2 * w * np.cos(q2)
    M[0, 1] = M[1, 0] = e + w * np.cos(q2)
    M[1, 1] = e
    M[2, 2] = m3
    M[3, 3] = I3
    M[0, 3] = M[3, 0] = -I3
    M[1, 3] = M[3, 1] = -I3
    n = np.array([-w * np.sin(q2) * v2 * (2 * v1 + v2),
                  w * np.sin(q2) * v1 ** 2,
                  -m3 * g,
                  0.0])
    return M @ a + n
