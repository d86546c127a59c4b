/** A motion between its samples. */
import type { Motion } from "./types";

/** The last sample not after a time, by halving; 0 before the first. */
export function sampleBefore(t: number[], time: number): number {
  let [low, high] = [0, t.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (t[middle]! <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The coordinates at a time, on straight lines between the samples. */
export function postureAt(motion: Motion, time: number): number[] {
  const k = sampleBefore(motion.t, time);
  const [here, there] = [motion.q[k]!, motion.q[k + 1]];
  const span = there ? motion.t[k + 1]! - motion.t[k]! : 0;
  const part = span > 0 ? Math.min(Math.max((time - motion.t[k]!) / span, 0), 1) : 0;
  return there && part ? here.map((a, i) => a + part * (there[i]! - a)) : [...here];
}
