/* 3-axis arm: waist (vertical), shoulder, elbow. At zero the arm stands straight up and
   positive shoulder/elbow angles tilt it forward. Slender links 2 and 3: inertia about the
   transverse axes only (J2, J3, at the mass centres), none about the long axis. */
#include <math.h>

void upright_dynamics(double q2, double q3,
                      double v1, double v2, double v3,
                      double a1, double a2, double a3,
                      double Jw, double m2, double m3, double l2,
                      double r2, double r3, double J2, double J3,
                      double g, double tau[3])
{
    double s2 = sin(q2), c2 = cos(q2);
    double s3 = sin(q3), c3 = cos(q3);
    double s23 = sin(q2 + q3), c23 = cos(q2 + q3);

    /* horizontal position of mass 3 and its derivatives */
    double x  = l2 * s2 + r3 * s23;
    double x2 = l2 * c2 + r3 * c23;
    double x3 = r3 * c23;

    double b   = m3 * l2 * r3;
    double m11 = Jw + (J2 + m2 * r2 * r2) * s2 * s2 + J3 * s23 * s23 + m3 * x * x;
    double m33 = J3 + m3 * r3 * r3;
    double m23 = m33 + b * c3;
    double m22 = J2 + m2 * r2 * r2 + m3 * l2 * l2 + m33 + 2.0 * b * c3;

    /* half derivatives of m11 */
    double d2 = (J2 + m2 * r2 * r2) * s2 * c2 + J3 * s23 * c23 + m3 * x * x2;
    double d3 = J3 * s23 * c23 + m3 * x * x3;

    tau[0] = m11 * a1 + 2.0 * d2 * v1 * v2 + 2.0 * d3 * v1 * v3;
    tau[1] = m22 * a2 + m23 * a3 - d2 * v1 * v1
           - b * s3 * (2.0 * v2 * v3 + v3 * v3)
           - (m2 * r2 + m3 * l2) * g * s2 - m3 * r3 * g * s23;
    tau[2] = m23 * a2 + m33 * a3 - d3 * v1 * v1
           + b * s3 * v2 * v2 - m3 * r3 * g * s23;
}
