import { expect, test } from "vitest";
import { postureAt, sampleBefore } from "../src/samples";
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
