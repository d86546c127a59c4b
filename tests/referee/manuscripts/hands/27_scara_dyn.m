function tau = scara_dyn(q, dq, ddq, par)
% Inverse dynamics of the SCARA. q(3) positive down, q(4) about the downward axis.
a1 = par(1); a2 = par(2); r1 = par(3); r2 = par(4);
m1 = par(5); m2 = par(6); m3 = par(7);
J1 = par(8); J2 = par(9); J3 = par(10);
g  = 9.81;

% lumped
A = J1 + m1*r1^2 + (m2 + m3)*a1^2;
B = J2 + m2*r2^2 + m3*a2^2;
P = a1*(m2*r2 + m3*a2);

tau = zeros(4,1);
tau(1) = (A + B + J3 + 2*P*cos(q(2)))*ddq(1) ...
       + (B + J3 + P*cos(q(2)))*ddq(2) - J3*ddq(4) ...
       - P*sin(q(2))*(2*dq(1)*dq(2) + dq(2)^2);
tau(2) = (B + J3 + P*cos(q(2)))*ddq(1) ...
       + (B + J3)*ddq(2) - J3*ddq(4) ...
       + P*sin(q(2))*dq(2)^2;
tau(3) = m3*(ddq(3) - g);
tau(4) = J3*(ddq(4) - ddq(1) + ddq(2));
end
