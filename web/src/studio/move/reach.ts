/** Inverse kinematics: the joints that bring the tool to a point, by damped least squares. */

export interface Reachable {
  /** Four rows of four. */
  pose(q: Float64Array): Float64Array;
  /** Six rows: velocities, then angular velocities. */
  jacobian(q: Float64Array): Float64Array;
}

const STEPS = 40;
const DAMPING = 0.02;
const CLOSE = 1e-5;

export function reach(robot: Reachable, start: number[], target: number[], limits: [number, number][], unit: number): number[] {
  const n = start.length;
  const q = Float64Array.from(start);
  for (let step = 0; step < STEPS; step++) {
    const at = robot.pose(q);
    const e = [0, 1, 2].map((k) => target[k]! - at[4 * k + 3]!);
    if (Math.hypot(...e) < CLOSE * unit) break;
    const far = Math.hypot(...e);
    const pull = Math.min(1, (0.2 * unit) / far);
    const J = robot.jacobian(q);
    const JJ = [0, 1, 2].map((i) => [0, 1, 2].map((j) => {
      let sum = i === j ? (DAMPING * unit) ** 2 : 0;
      for (let k = 0; k < n; k++) sum += J[i * n + k]! * J[j * n + k]!;
      return sum;
    }));
    const x = solve3(JJ, e.map((one) => one * pull));
    for (let k = 0; k < n; k++) {
      let d = 0;
      for (let i = 0; i < 3; i++) d += J[i * n + k]! * x[i]!;
      const [low, high] = limits[k]!;
      q[k] = Math.min(Math.max(q[k]! + d, low), high);
    }
  }
  return [...q];
}

function solve3(M: number[][], b: number[]): number[] {
  const det = (m: number[][]) =>
    m[0]![0]! * (m[1]![1]! * m[2]![2]! - m[1]![2]! * m[2]![1]!) - m[0]![1]! * (m[1]![0]! * m[2]![2]! - m[1]![2]! * m[2]![0]!) +
    m[0]![2]! * (m[1]![0]! * m[2]![1]! - m[1]![1]! * m[2]![0]!);
  const whole = det(M);
  return [0, 1, 2].map((k) => det(M.map((row, i) => row.map((one, j) => (j === k ? b[i]! : one)))) / whole);
}
