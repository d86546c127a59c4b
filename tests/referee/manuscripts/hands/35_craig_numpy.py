from math import sin, cos

# point masses at the ends of the links; angles in rad, th1 from the horizontal, th2 relative
def tau(th, thd, thdd, P):
    m1, m2, l1, l2, g = P["m1"], P["m2"], P["l1"], P["l2"], P["g"]
    th1, th2 = th
    s2 = sin(th2); c2 = cos(th2)
    c1 = cos(th1); c12 = cos(th1 + th2)
    t1 = (m2*l2**2*(thdd[0] + thdd[1]) + m2*l1*l2*c2*(2*thdd[0] + thdd[1]) + (m1 + m2)*l1*thdd[0]
          - m2*l1*l2*s2*thd[1]**2 - 2*m2*l1*l2*s2*thd[0]*thd[1]
          + m2*l2*g*c12 + (m1 + m2)*l1*g*c1)
    t2 = m2*l1*l2*c2*thdd[0] + m2*l1*l2*s2*thd[0]**2 + m2*l2*g*c12 + m2*l2**2*(thdd[0] + thdd[1])
    return t1, t2
