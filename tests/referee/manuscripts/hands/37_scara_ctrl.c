#include <math.h>
#define GRAV 9.81

/* computed torque for the SCARA (joint 3 down positive, joint 4 about the downward axis) */
static const double A1 = 0.325, A2 = 0.225;        /* arm lengths */

void scara_ff(const double *th, const double *w, const double *acc, double *u,
              double m1, double m2, double m3,
              double r1, double r2, double J1, double J2, double J3)
{
    double P, E, D11, D12;

    P = A1 * (m2 * r2 + m3 * A2);
    E = J2 + J3 + m2 * r2 * r2 + m3 * A2 * A2;
    D12 = E + P * cos(th[1]);
    D11 = J1 + m1 * r1 * r1 + (m2 + m3) * A1 * A1 + E + P * cos(th[1]);

    u[0] = D11 * acc[0] + D12 * acc[1] - J3 * acc[3]
         - P * sin(th[1]) * (2.0 * w[0] * w[1] + w[1] * w[1]);
    u[1] = D12 * acc[0] + E * acc[1] - J3 * acc[3]
         + P * sin(th[1]) * w[0] * w[0];
    u[2] = m3 * acc[2] - m3 * GRAV;
    u[3] = J3 * (acc[3] - acc[0] - acc[1]);
}
