/** A motion between its samples. */
import type { Event, Motion } from "./types";

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

const MOST_MARKS = 6;

/** When something happens that bends the curves, unless it is too often to be marked. */
export function marked(events: Event[]): Event[] {
  const told = events.filter(({ text }) => /^(pick-up|release|stop)/.test(text));
  return told.length > MOST_MARKS ? [] : told;
}

/** Whether a load is in the hand at a time, as far as its pick-up or its release is told. */
export function isCarrying({ events }: Motion, time: number): boolean {
  const told = events.filter(({ text }) => text === "pick-up" || text === "release");
  const before = told[0]?.text === "release" ? 1 : 0;
  const sum = (held: number, one: Event) => held + (one.t > time ? 0 : one.text === "pick-up" ? 1 : -1);
  return told.reduce(sum, before) > 0;
}
