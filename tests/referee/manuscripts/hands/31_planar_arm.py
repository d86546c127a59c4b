"""Planar two-link arm: M(q), C(q, qd), g(q) with NumPy."""
import numpy as np

G0 = 9.81


class PlanarArm:
    def __init__(self, m1, m2, l1, l2, r1, r2, j1, j2):
        self.m1, self.m2 = m1, m2
        self.l1, self.l2 = l1, l2
        self.r1, self.r2 = r1, r2      # joint to centre of mass
        self.j1, self.j2 = j1, j2      # about the centre of mass

    def mass_matrix(self, q):
        c2 = np.cos(q[1])
        a = self.j1 + self.j2 + self.m1 * self.r1**2 + self.m2 * (self.l1**2 + self.r2**2)
        b = self.m2 * self.l1 * self.r2
        d = self.j2 + self.m2 * self.r2**2
        return np.array([[a + 2 * b * c2, d + b * c2],
                         [d + b * c2, d]])

    def coriolis(self, q, qd):
        b = self.m2 * self.l1 * self.r2
        s2 = np.sin(q[1])
        return np.array([[-b * s2 * qd[1], -b * s2 * (qd[0] + qd[1])],
                         [b * s2 * qd[0], 0.0]])

    def gravity(self, q):
        c1, c12 = np.cos(q[0]), np.cos(q[0] + q[1])
        g2 = self.m2 * self.r2 * G0 * c12
        g1 = (self.m1 * self.r1 + self.m2 * self.l1) * G0 * c1 + g2
        return np.array([g1, g2])

    def inverse_dynamics(self, q, qd, qdd):
        return self.mass_matrix(q) @ qdd + self.coriolis(q, qd) @ qd + self.gravity(q)
