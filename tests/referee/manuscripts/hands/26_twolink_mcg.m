function [M, C, G] = twolink_mcg(q, qd, p)
%TWOLINK_MCG  Mass matrix, Coriolis matrix and gravity vector of a 2R arm.
%   p.m1, p.m2    masses
%   p.l1          length of link 1
%   p.lc1, p.lc2  distances to the centres of mass
%   p.I1, p.I2    inertias about the centres of mass
m1 = p.m1;  m2 = p.m2;
l1 = p.l1;  lc1 = p.lc1;  lc2 = p.lc2;
I1 = p.I1;  I2 = p.I2;
g = p.g;

c1 = cos(q(1));
c2 = cos(q(2));
s2 = sin(q(2));
c12 = cos(q(1) + q(2));

M11 = m1*lc1^2 + m2*(l1^2 + lc2^2 + 2*l1*lc2*c2) + I1 + I2;
M12 = m2*(lc2^2 + l1*lc2*c2) + I2;
M22 = m2*lc2^2 + I2;
M = [M11, M12; M12, M22];

h = m2*l1*lc2*s2;
C = [-h*qd(2), -h*(qd(1) + qd(2));
      h*qd(1),  0];

G = [(m1*lc1 + m2*l1)*g*c1 + m2*lc2*g*c12;
     m2*lc2*g*c12];
end
