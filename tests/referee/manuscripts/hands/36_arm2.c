/* arm2.c - rigid-body model of the planar two-link arm
 *   q[0] shoulder (from the horizontal), q[1] elbow (relative)
 */
#include <math.h>

typedef struct {
    double m1, m2;      /* masses                          */
    double l1, l2;      /* lengths                         */
    double lc1, lc2;    /* joint to centre of mass         */
    double I1, I2;      /* inertia about centre of mass    */
    double g;
} arm_t;

void arm2_model(const arm_t *a, const double q[2], const double qd[2],
                double M[2][2], double c[2], double G[2])
{
    const double c2 = cos(q[1]);
    const double s2 = sin(q[1]);
    const double t1 = a->m2 * a->l1 * a->lc2;
    const double t2 = a->I2 + a->m2 * a->lc2 * a->lc2;
    double t3;

    M[1][1] = t2;
    M[0][1] = t2 + t1 * c2;
    M[1][0] = M[0][1];
    M[0][0] = a->I1 + a->m1 * a->lc1 * a->lc1 + a->m2 * a->l1 * a->l1
            + t2 + 2.0 * t1 * c2;

    t3 = t1 * s2;
    c[0] = -t3 * (2.0 * qd[0] + qd[1]) * qd[1];
    c[1] = t3 * qd[0] * qd[0];

    G[1] = a->m2 * a->lc2 * a->g * cos(q[0] + q[1]);
    G[0] = (a->m1 * a->lc1 + a->m2 * a->l1) * a->g * cos(q[0]) + G[1];
}
