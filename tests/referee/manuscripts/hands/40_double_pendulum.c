/*
 * Double pendulum with motors, absolute angles phi1, phi2 from the downward vertical.
 * u1 acts between frame and link 1, u2 between link 1 and link 2.
 * s1, s2: distances of the mass centres; T1, T2: central inertias.
 * Returns the left-hand sides minus right-hand sides (zero on a motion).
 */
#include <math.h>

void residual(double phi1, double phi2, double w1, double w2, double e1, double e2,
              double u1, double u2,
              double m1, double m2, double l1, double s1, double s2,
              double T1, double T2, double g, double res[2])
{
    double d = phi1 - phi2;
    double k = m2 * l1 * s2;
    double A = T1 + m1 * s1 * s1 + m2 * l1 * l1;
    double B = T2 + m2 * s2 * s2;

    res[0] = A * e1 + k * cos(d) * e2 + k * sin(d) * w2 * w2
           + (m1 * s1 + m2 * l1) * g * sin(phi1) - (u1 - u2);
    res[1] = k * cos(d) * e1 + B * e2 - k * sin(d) * w1 * w1
           + m2 * s1 * g * sin(phi2) - u2;
}
