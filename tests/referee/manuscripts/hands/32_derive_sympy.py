#!/usr/bin/env python3
# Dynamics of the 2R arm in symbols. Hanging position is theta1 = theta2 = 0.
from sympy import symbols, sin, cos, Matrix, Rational

theta1, theta2, omega1, omega2 = symbols("theta1 theta2 omega1 omega2")
m1, m2, l1, l2, lc1, lc2, I1, I2, g = symbols("m1 m2 l1 l2 lc1 lc2 I1 I2 g", positive=True)

half = Rational(1, 2)

# kinetic and potential energy (theta1 from the downward vertical, theta2 relative)
T = (half * (I1 + m1 * lc1**2 + m2 * l1**2) * omega1**2
     + half * (I2 + m2 * lc2**2) * (omega1 + omega2)**2
     + m2 * l1 * lc2 * cos(theta2) * omega1 * (omega1 + omega2))
U = -(m1 * lc1 + m2 * l1) * g * cos(theta1) - m2 * lc2 * g * cos(theta1 + theta2)

# resulting matrices
M = Matrix([[I1 + I2 + m1 * lc1**2 + m2 * (l1**2 + lc2**2 + 2 * l1 * lc2 * cos(theta2)),
             I2 + m2 * (lc2**2 + l1 * lc2 * cos(theta2))],
            [I2 + m2 * (lc2**2 + l1 * lc2 * cos(theta2)),
             I2 + m2 * lc2**2]])

C = m2 * l1 * lc2 * sin(theta2) * Matrix([[omega2, -omega1 - omega2],
                                          [omega1, 0]])

tau_g = Matrix([(m1 * lc1 + m2 * l1) * g * sin(theta1) + m2 * lc2 * g * sin(theta1 + theta2),
                m2 * lc2 * g * sin(theta1 + theta2)])
