/** Laws of motion from rest to rest, and swings about a posture. */

export type Law = "rest" | "swing";

export interface State {
  q: Float64Array;
  dq: Float64Array;
  ddq: Float64Array;
}

/** From one posture to another with no jerk at the ends: a polynomial of degree five. */
export function restToRest(from: number[], to: number[], seconds: number, t: number): State {
  const s = Math.min(Math.max(t / seconds, 0), 1);
  const p = s ** 3 * (10 - 15 * s + 6 * s * s);
  const v = (30 * s * s * (1 - s) ** 2) / seconds;
  const a = (60 * s * (1 - s) * (1 - 2 * s)) / seconds ** 2;
  return of(from.length, (k) => [from[k]! + (to[k]! - from[k]!) * p, (to[k]! - from[k]!) * v, (to[k]! - from[k]!) * a]);
}

/** Every joint swings about the posture, each a little faster than the one before. */
export function swing(middle: number[], reach: number[], seconds: number, t: number): State {
  return of(middle.length, (k) => {
    const w = (2 * Math.PI * (k + 1)) / seconds;
    return [middle[k]! + reach[k]! * Math.sin(w * t), reach[k]! * w * Math.cos(w * t), -reach[k]! * w * w * Math.sin(w * t)];
  });
}

function of(n: number, row: (k: number) => [number, number, number]): State {
  const made: State = { q: new Float64Array(n), dq: new Float64Array(n), ddq: new Float64Array(n) };
  for (let k = 0; k < n; k++) [made.q[k], made.dq[k], made.ddq[k]] = row(k) as [number, number, number];
  return made;
}
