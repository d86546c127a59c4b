import { expect, test } from "vitest";
import { jointMiddle, linkStart, linkWay } from "../src/robot/ways";
import type { Bone, Vector } from "../src/types";

const I = [1, 0, 0, 0, 1, 0, 0, 0, 1];
const bone = (axis: Vector, shift: number, steps: Vector[] = []): Bone => ({
  number: 1, parent: 0, kind: "R", name: "", label: "", axis, R: I, shift, shares: [[1, 1]],
  p: steps.reduce<Vector>((sum, s) => [sum[0] + s[0], sum[1] + s[1], sum[2] + s[2]], [0, 0, 0]),
  segments: steps.map((step) => ({ step, label: "" })),
});

test("a link goes from its joint's body to the next one's", () => {
  for (const own of [bone([0, 0, 1], 0.3), bone([1, 0, 0], -0.2), bone([0, 0, 1], 0)]) {
    for (const child of [
      bone([0, 1, 0], 0.4), bone([0, 1, 0], 0.4, [[1, 0, 0]]), bone([0, 0, 1], 0.1, [[0, 0, 1], [0, 2, 0]]),
    ]) {
      const way = linkWay(own, child);
      expect(way[0]).toEqual(linkStart(own));
      jointMiddle(child).forEach((e, k) => expect(way.at(-1)![k]).toBeCloseTo(e, 12));
    }
  }
});

test("between two joints at one point the link goes round that point", () => {
  const way = linkWay(bone([0, 0, 1], 0.3), bone([0, 1, 0], 0.3));
  expect(way).toHaveLength(3);
  for (const corner of way) expect(Math.hypot(...corner)).toBeGreaterThan(0.2);
});

test("straight parts have no corners within", () => {
  const way = linkWay(undefined, bone([0, 0, 1], 0.2, [[0, 0, 1]]));
  expect(way).toHaveLength(2);
});
