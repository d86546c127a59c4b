"""Small programs by hand in each language: what they state, and what is said of the rest."""

from __future__ import annotations

import pytest

from torsor import Expression
from torsor.referee.reading.code import Ran, language_of, read_code, read_program, run_code

MATLAB = """
function [M, C, G] = planar(q, dq, p)
% the arm of the textbook
c2 = cos(q(2)); s2 = sin(q(2));
M(1,1) = p.m1*p.lc1^2 + p.m2*(p.l1^2 + p.lc2^2 + ...
         2*p.l1*p.lc2*c2) + p.I1 + p.I2;
M(1,2) = p.m2*(p.lc2^2 + p.l1*p.lc2*c2) + p.I2;  M(2,1) = M(1,2);
M(2,2) = p.m2*p.lc2^2 + p.I2;
h = -p.m2*p.l1*p.lc2*s2;
C = [h*dq(2), h*(dq(1)+dq(2)); -h*dq(1) 0];
G = [(p.m1*p.lc1 + p.m2*p.l1)*g*cos(q(1)) + p.m2*p.lc2*g*cos(q(1) + q(2))
     p.m2*p.lc2*g*cos(q(1)+q(2))];
end
"""
PYTHON = '''
import numpy as np

def planar(q, dq, m1, m2, l1, lc1, lc2, I1, I2, g=9.81):
    """The arm of the textbook."""
    q1, q2 = q
    s2, c2 = np.sin(q2), np.cos(q2)
    M = np.zeros((2, 2))
    M[0, 0] = m1*lc1**2 + m2*(l1**2 + lc2**2 + 2*l1*lc2*c2) + I1 + I2
    M[0, 1] = M[1, 0] = m2*(lc2**2 + l1*lc2*c2) + I2
    M[1, 1] = m2*lc2**2 + I2
    h = -m2*l1*lc2*s2
    C = np.array([[h*dq[1], h*(dq[0] + dq[1])], [-h*dq[0], 0]])
    G = np.array([(m1*lc1 + m2*l1)*g*np.cos(q1), 0.0])
    G += m2*lc2*g*np.cos(q1 + q2)*np.ones(2)
    return M, C, G
'''
C = """
#include <math.h>
static double sq(double x) { return x*x; }
void planar(const double q[2], const double *dq, double M[2][2], double C[2][2], double *G)
{
  const double c2 = cos(q[1]), s2 = sin(q[1]);
  double h = -m2*l1*lc2*s2;   /* Christoffel */
  M[0][0] = m1*sq(lc1) + m2*(l1*l1 + pow(lc2, 2) + 2.0*l1*lc2*c2) + I1 + I2;
  M[0][1] = M[1][0] = m2*(lc2*lc2 + l1*lc2*c2) + I2;
  M[1][1] = m2*sq(lc2) + I2;  // as printed
  C[0][0] = h*dq[1]; C[0][1] = h*(dq[0] + dq[1]);
  C[1][0] = -h*dq[0]; C[1][1] = 0;
  for (int i = 0; i < 2; i++) G[i] = m2*lc2*g*cos(q[0] + q[1]);
  G[0] += (m1*lc1 + m2*l1)*g*cos(q[0]);
}
"""


def run_planar(text: str, language: str) -> Ran[Expression]:
    program = read_program(text, language)
    assert not program.unreadable
    (routine,) = [one for one in program.routines if one.name == "planar"]
    assert routine.results == ("M", "C", "G")
    ran = run_code(program.statements_of(routine))
    assert not ran.unrun
    return ran


def test_the_three_languages_state_the_same() -> None:
    runs = [run_planar(t, n) for t, n in ((MATLAB, "matlab"), (PYTHON, "python"), (C, "c"))]
    first = runs[0]
    assert str(first.entry("M", 2, 2)) == "m2*lc2^2 + I2"
    for other in runs[1:]:
        for name in ("M", "C", "G"):
            assert other.rows(name) == first.rows(name)


def last(text: str, language: str, name: str = "x") -> str:
    statements, unread = read_code(text, language)
    assert not unread
    return str(run_code(statements).values[name])


@pytest.mark.parametrize(
    ("text", "language", "value"),
    [
        ("x = 2^-1*a;", "matlab", "a/2"),
        ("x = -a^2;", "matlab", "-a^2"),
        ("x = 2*a.^2./4;", "matlab", "a^2/2"),
        ("A = [1 -2; a' b']; x = A(1,2) + A(2,1);", "matlab", "a - 2"),
        ("A = [1 - 2, 3]; x = A(1)*a;", "matlab", "-a"),
        ("A = [a b]; B = A*A'; x = B;", "matlab", "a^2 + b^2"),
        ("K = 1/2*m*v^2; x = diff(K, v);", "matlab", "m*v"),
        ("sq = @(y) y^2; x = sq(a + 1);", "matlab", "a^2 + 2*a + 1"),
        ("x = cos(q(1) + pi/2);", "matlab", "-sin(q1)"),
        ("x = 0; for i = 1:3, x = x + i*a; end", "matlab", "6*a"),
        ("%{\nx = 3;\n%}\nx = a; % x = 4", "matlab", "a"),
        ("x = 5; disp('x = 3'); title('it''s');", "matlab", "5"),
        ("x = -a**2", "python", "-a^2"),
        ("x = 2**-1*a", "python", "a/2"),
        ("a = b = c\nx = a + b", "python", "2*c"),
        ("x = (a\n  + b)", "python", "a + b"),
        ("x = np.dot(np.array([a, b]), np.array([a, b]))", "python", "a^2 + b^2"),
        ("v = np.array([a, b])\nx = v @ v", "python", "a^2 + b^2"),
        ("x = 0\nfor i in range(1, 4):\n    x += i*a", "python", "6*a"),
        ("from sympy import *\nm = symbols('m')\nx = Rational(1, 2)*m", "python", "m/2"),
        ("x = (3*v**2).diff(v)", "python", "6*v"),
        ("x = params['m1']*self.l", "python", "m1*l"),
        ("x = 1/2*a", "python", "a/2"),
        ("double x = (double)1/2*a;", "c", "a/2"),
        ("float x = 0.5f*a + 4/2;", "c", "a/2 + 2"),
        ("double x = std::sin(q[0])*std::sin(q[0]) + cosf(q[0])*cosf(q[0]);", "c", "1"),
        ("double v[2] = {a, b}; x = v[0]*v[1];", "c", "a*b"),
        ("#define L 0.25\nx = L*a;", "c", "a/4"),
        ("x = p->a * p->b; // x = 3", "c", "a*b"),
        ("Eigen::Matrix2d M; M << a, b, 0, d; x = M(0,1)*M(1,1);", "c", "b*d"),
        ("Eigen::Vector2d v; v << a, b; x = v(1) + q(0);", "c", "b + q1"),
        ("x = sign(v)*sign(v);", "matlab", "1"),
        ("x = sqrt(3)*sqrt(12)*a;", "matlab", "6*a"),
        ("x = m*l^2/l;", "matlab", "l*m"),
    ],
)
def test_values_are_as_the_language_has_them(text: str, language: str, value: str) -> None:
    assert last(text, language) == value


@pytest.mark.parametrize(
    ("text", "language", "reason"),
    [
        ("double T = 1/2*m*v*v;", "c", "the integer quotient 1/2 is 0 in C"),
        ("int n = 3; x = 1/n*a;", "c", "the integer quotient 1/3 is 0 in C"),
        ("x = a^2;", "c", "^ is no power in C"),
        ("x = a^2", "python", "^ is no power in Python"),
        ("x = a//2", "python", "// drops the fraction or keeps the rest"),
        ("x = a if b else c", "python", "it depends on a condition"),
        ("x = b > 0 ? a : c;", "c", "it depends on a condition"),
        ("if a > 0\n x = 1;\nend", "matlab", "it depends on a condition"),
        ("for i = 1:n\n x = i;\nend", "matlab", "a loop whose bounds are not printed"),
        ("M(k) = 3;", "matlab", "an index that is no whole number here"),
        ("x = M(0);", "matlab", "the index 0 is not counted from the first"),
        ("int x = 0.5*a;", "c", "a whole number's type drops the fraction"),
        ("x = [i for i in q]", "python", "a list that a loop makes"),
        ("x = (a + b;", "c", "expected )"),
    ],
)
def test_what_is_not_read_is_said(text: str, language: str, reason: str) -> None:
    _, unread = read_code(text, language)
    assert len(unread) == 1
    assert unread[0].reason.startswith(reason) or reason in unread[0].reason


def test_what_depends_on_something_unread_has_no_older_value() -> None:
    text = "M = a;\nif b\n M = 2;\nend\nx = M + 1;\ny = 3;"
    ran = run_code(read_code(text, "matlab")[0])
    assert set(ran.values) == {"y"}
    assert "depends on M" in ran.unrun[-1].reason


def test_a_call_that_may_change_a_table_makes_it_unknown() -> None:
    statements, unread = read_code("M[0] = a; fill_in(M); x = M[0];", "c")
    assert len(unread) == 1
    assert "x" not in run_code(statements).values


def test_one_entry_without_a_value_leaves_the_others() -> None:
    ran = run_code(read_code("M = [a, atan2(b, c)];", "matlab")[0])
    assert str(ran.entry("M", 1, 1)) == "a"
    assert "atan2" in ran.unrun[0].reason


def test_members_of_two_objects_are_told_apart() -> None:
    statements, _ = read_code("x = link1.m*link2.m;", "matlab")
    assert str(run_code(statements).values["x"]) == "link1_m*link2_m"


def test_lines_and_columns_count_in_the_authors_file() -> None:
    statements, unread = read_code("a = 1;\n  b = 2; c = a//", "c", first_line=10)
    assert [(s.line, s.column, s.text) for s in statements[:2]] == [
        (10, 1, "a = 1"),
        (11, 3, "b = 2"),
    ]
    assert all(u.line == 11 for u in unread)


def test_free_symbols_say_what_they_stand_for() -> None:
    ran = run_code(read_code("x = q(2)*m*M0(1,2);", "matlab")[0])
    assert ran.free == {"q2": ("q", (2,)), "m": ("m", ()), "M01_2": ("M0", (1, 2))}


def test_whole_vectors_are_expanded() -> None:
    statements, _ = read_code("M = [a 0; 0 b]; tau = M*ddq;", "matlab")
    ran = run_code(statements, vectors={"ddq": 2})
    assert [[str(v) for v in row] for row in ran.rows("tau")] == [["a*ddq1"], ["b*ddq2"]]


@pytest.mark.parametrize(
    ("word", "language"),
    [
        ("a/b.m", "matlab"), ("octave", "matlab"), ("x.py", "python"), ("python", "python"),
        ("dyn.cpp", "c"), ("c++", "c"), ("a.h", "c"), ("a.tex", ""), ("", ""),
    ],
)  # fmt: skip
def test_languages_by_their_files_and_fences(word: str, language: str) -> None:
    assert language_of(word) == language
