"""3R arm with axes y, x, z: torques. Mass centres at the frame origins, link 3 axisymmetric."""
import sympy as sp

q1, q2, q3 = sp.symbols('q1:4')
dq1, dq2, dq3 = sp.symbols('dq1:4')
ddq1, ddq2, ddq3 = sp.symbols('ddq1:4')
m2, m3, l1, l2, g = sp.symbols('m2 m3 l1 l2 g')
Iy1, Ix2, Iy2, Iz2, It3, Iz3 = sp.symbols('Iy1 Ix2 Iy2 Iz2 It3 Iz3')   # It3: transverse, Iz3: axial
s1, c1, s2, c2 = sp.sin(q1), sp.cos(q1), sp.sin(q2), sp.cos(q2)

# mass matrix
M11 = Iy1 + (m2 + m3)*l1**2 + (Iy2 + It3)*c2**2 + (Iz2 + Iz3 + m3*l2**2)*s2**2
M12 = -m3*l1*l2*c2
M13 = -Iz3*c2
M22 = Ix2 + It3 + m3*l2**2
M33 = Iz3
M = sp.Matrix([[M11, M12, M13], [M12, M22, 0], [M13, 0, M33]])

# velocity products
k = Iz2 + Iz3 + m3*l2**2 - Iy2 - It3
h1 = 2*k*s2*c2*dq1*dq2 + m3*l1*l2*s2*dq2**2 - Iz3*c2*dq2*dq3
h2 = -k*s2*c2*dq1**2 + Iz3*c2*dq1*dq3
h3 = -Iz3*c2*dq1*dq2
h = sp.Matrix([h1, h2, h3])

# gravity
G = sp.Matrix([-g*((m2 + m3)*l1*c1 + m3*l2*s1*s2), m3*g*l2*c1*s2, 0])

tau = M*sp.Matrix([ddq1, ddq2, ddq3]) + h + G
