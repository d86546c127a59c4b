function qdd = numeric_arm(q, qd, tau)
% Forward dynamics of the teaching arm. All numbers from the CAD model:
%   m1 = 4.2 kg, m2 = 2.6 kg, l1 = 0.35 m, lc1 = 0.18 m, lc2 = 0.14 m,
%   I1 = 0.052, I2 = 0.021 kg m^2 (about the centres of mass), g = 9.81 m/s^2
c2 = cos(q(2)); s2 = sin(q(2));
M = [0.5785 + 0.2548*c2,   0.07196 + 0.1274*c2;
     0.07196 + 0.1274*c2,  0.07196];
V = [-0.1274*s2*(2*qd(1)*qd(2) + qd(2)^2);
      0.1274*s2*qd(1)^2];
G = [16.34*cos(q(1)) + 3.571*cos(q(1) + q(2));
     3.571*cos(q(1) + q(2))];
qdd = M \ (tau - V - G);
end
