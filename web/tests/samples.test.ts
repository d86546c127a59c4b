import { expect, test } from "vitest";
import { isCarrying, marked, postureAt, sampleBefore } from "../src/samples";
import type { Motion } from "../src/types";

const motion: Motion = { t: [0, 1, 3], q: [[0, 10], [1, 10], [5, 20]], charts: [], events: [] };

test("the sample before a time is found by halving", () => {
  const t = Array.from({ length: 999 }, (_, k) => k / 7);
  for (const time of [-1, 0, 0.01, 3.2, 142.4, 1e9]) {
    const slow = Math.max(t.filter((one) => one <= time).length - 1, 0);
    expect(sampleBefore(t, time)).toBe(slow);
  }
});

test("between samples a motion goes straight, and rests beyond its ends", () => {
  expect(postureAt(motion, 2)).toEqual([3, 15]);
  expect(postureAt(motion, -1)).toEqual([0, 10]);
  expect(postureAt(motion, 9)).toEqual([5, 20]);
});

test("a load is in the hand from its pick-up to its release", () => {
  const carried = (events: [number, string][]) => {
    const told = { ...motion, events: events.map(([t, text]) => ({ t, text })) };
    return [0, 1, 1.5, 2, 3].map((time) => isCarrying(told, time));
  };
  expect(carried([[1, "pick-up"], [2, "release"]])).toEqual([false, true, true, false, false]);
  expect(carried([[2, "release"]])).toEqual([true, true, true, false, false]);
  expect(carried([[1, "stop of coordinate 2 at the upper end"]])).toEqual([false, false, false, false, false]);
  expect(carried([])).toEqual([false, false, false, false, false]);
});

test("curves are marked where something happens, unless that is all the time", () => {
  const stops = Array.from({ length: 7 }, (_, t) => ({ t, text: "stop of coordinate 1" }));
  expect(marked(stops)).toEqual([]);
  expect(marked([...stops.slice(0, 2), { t: 9, text: "sticks" }])).toEqual(stops.slice(0, 2));
});
