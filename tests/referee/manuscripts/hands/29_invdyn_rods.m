function [tau1, tau2] = invdyn_rods(th1, th2, w1, w2, a1, a2)
% inverse dynamics for two uniform slender rods, th1 from the horizontal, th2 relative
m1 = 2.0; m2 = 1.5;  L1 = 0.6; L2 = 0.5; g = 9.81;
Ic1 = m1*L1^2/12;      % about the middle
Ic2 = m2*L2^2/12;
r1 = L1/2;
r2 = L2/2;

d11 = Ic1 + Ic2 + m1*r1^2 + m2*(L1^2 + r2^2 + 2*L1*r2*cos(th2));
d12 = Ic2 + m2*(r2^2 + L1*r2*cos(th2));
d22 = Ic2 + m2*r2^2;

cor1 = -m2*L1*r2*sin(th2)*(2*w1*w2 + w2^2);
cor2 =  m2*L1*r2*sin(th2)*w1^2;

gr1 = (m1*r1 + m2*L1)*g*cos(th1) + m2*r2*g*cos(th1 + th2);
gr2 = m2*r2*g*cos(th2);

tau1 = d11*a1 + d12*a2 + cor1 + gr1;
tau2 = d12*a1 + d22*a2 + cor2 + gr2;
end
