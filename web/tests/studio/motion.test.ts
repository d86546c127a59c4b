import { describe, expect, it } from "vitest";
import { Integrator } from "../../src/studio/move/integrate";
import { restToRest, swing } from "../../src/studio/move/laws";
import { reach } from "../../src/studio/move/reach";

describe("the integrator", () => {
  it("follows an oscillator as the cosine does", () => {
    const one = new Integrator((_, y) => Float64Array.of(y[1]!, -y[0]!), 0, Float64Array.of(1, 0), 1e-10);
    for (const t of [0.5, 3, 20]) {
      one.reach(t);
      expect(one.y[0]).toBeCloseTo(Math.cos(t), 7);
      expect(one.y[1]).toBeCloseTo(-Math.sin(t), 7);
    }
  });

  it("says so where there is no way on", () => {
    const one = new Integrator(() => Float64Array.of(NaN), 0, Float64Array.of(1), 1e-9);
    expect(() => one.reach(1)).toThrow("not finite");
  });
});

describe("laws of motion", () => {
  const step = 1e-5;
  for (const [name, law] of [["rest to rest", restToRest], ["swing", swing]] as const) {
    it(`${name}: velocities and accelerations are the derivatives`, () => {
      const at = (t: number) => law([0.2, -1], [1.5, 0.4], 2, t);
      for (const t of [0.3, 1.1, 1.9]) {
        for (const k of [0, 1]) {
          expect(at(t).dq[k]).toBeCloseTo((at(t + step).q[k]! - at(t - step).q[k]!) / (2 * step), 5);
          expect(at(t).ddq[k]).toBeCloseTo((at(t + step).dq[k]! - at(t - step).dq[k]!) / (2 * step), 4);
        }
      }
    });
  }

  it("rest to rest begins and ends at rest, where it should", () => {
    const [first, last] = [restToRest([0.2], [1.5], 2, 0), restToRest([0.2], [1.5], 2, 2)];
    expect([first.q[0], first.dq[0], last.q[0], last.dq[0]]).toEqual([0.2, 0, 1.5, 0]);
  });
});

it("the tool of a planar arm comes to a point that it can reach", () => {
  const arm = {
    pose: (q: Float64Array) => {
      const [x, y] = [Math.cos(q[0]!) + Math.cos(q[0]! + q[1]!), Math.sin(q[0]!) + Math.sin(q[0]! + q[1]!)];
      return Float64Array.of(1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, 0, 0, 0, 0, 1);
    },
    jacobian: (q: Float64Array) => {
      const [a, b] = [q[0]!, q[0]! + q[1]!];
      return Float64Array.of(-Math.sin(a) - Math.sin(b), -Math.sin(b), Math.cos(a) + Math.cos(b), Math.cos(b), ...new Array(8).fill(0));
    },
  };
  const q = reach(arm, [0.3, 0.8], [0.5, 1.2, 0], [[-3, 3], [-3, 3]], 1);
  const at = arm.pose(Float64Array.from(q));
  expect([at[3], at[7]]).toEqual([expect.closeTo(0.5, 3), expect.closeTo(1.2, 3)]);
});
