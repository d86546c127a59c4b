function [B, Cm, gv] = elbow_arm_model(q, qp)
% Anthropomorphic arm, point masses at the ends of the two links, q2 elevation.
% Matrix form B(q)*qpp + Cm(q,qp)*qp + gv(q) = tau
global J1 m2 m3 L2 L3 g

s2 = sin(q(2));        c2 = cos(q(2));
s3 = sin(q(3));        c3 = cos(q(3));
s23 = sin(q(2)+q(3));  c23 = cos(q(2)+q(3));

r   = L2*c2 + L3*c23;          % horizontal reach
r_2 = -(L2*s2 + L3*s23);       % dr/dq2
r_3 = -L3*s23;                 % dr/dq3

% mass matrix
B = zeros(3);
B(1,1) = J1 + m2*L2^2*c2^2 + m3*r^2;
B(2,2) = (m2 + m3)*L2^2 + m3*L3^2 + 2*m3*L2*L3*c3;
B(2,3) = m3*L3^2 + m3*L2*L3*c3;
B(3,2) = B(2,3);
B(3,3) = m3*L3^2;

% Christoffel
b2 = -m2*L2^2*c2*s2 + m3*r*r_2;    % half of d B11/dq2
b3 = m3*r*r_3;                     % half of d B11/dq3
h  = -m3*L2*L3*s3;
Cm = [ b2*qp(2) + b3*qp(3),  b2*qp(1),  b3*qp(1);
      -b2*qp(1),             h*qp(3),   h*(qp(2) + qp(3));
      -b3*qp(1),            -h*qp(2),   0 ];

% gravity
gv = [0;
      (m2 + m3)*g*L2*c2 + m3*g*L3*c23;
      m3*g*L3*c23];
end
