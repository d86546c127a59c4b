#include <math.h>

/* two-link arm with tool load mp and viscous friction b1, b2 */
void loaded_arm(const double q[], const double qd[], const double qdd[],
                const double m[], const double l[], const double lc[],
                const double I[], const double b[], double mp, double g,
                double tau[])
{
    double tmp0 = cos(q[1]);
    double tmp1 = m[1] * lc[1] + mp * l[1];
    double tmp2 = l[0] * tmp1;
    double tmp3 = I[1] + m[1] * pow(lc[1], 2) + mp * pow(l[1], 2);
    double tmp4 = tmp2 * sin(q[1]);
    double tmp5 = tmp3 + tmp2 * tmp0;
    double tmp6 = g * tmp1 * cos(q[0] + q[1]);
    double tmp7 = I[0] + m[0] * pow(lc[0], 2) + m[1] * pow(l[0], 2);   // load carried by link 1

    tau[0] = (tmp7 + tmp3 + 2 * tmp2 * tmp0) * qdd[0] + tmp5 * qdd[1]
           - tmp4 * (2 * qd[0] * qd[1] + pow(qd[1], 2))
           + g * (m[0] * lc[0] + (m[1] + mp) * l[0]) * cos(q[0]) + tmp6
           + b[0] * qd[0];
    tau[1] = tmp5 * qdd[0] + tmp3 * qdd[1] - tmp4 * pow(qd[0], 2) + tmp6 + b[1] * qd[1];
}
