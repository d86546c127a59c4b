import { PerspectiveCamera, Vector3 } from "three";
import { expect, test } from "vitest";
import { fit } from "../src/stage/fit";

const margins = { top: 0.1, bottom: 0.2, side: 0.05 };

test("everything stands between the margins, on wide and on narrow pictures", () => {
  const balls = [[0, 0, -1], [2, 1, 0.5], [-1, 3, 2], [0.5, 0.5, 4]].map(([x, y, z]) => ({
    centre: new Vector3(x, y, z), radius: 0.1,
  }));
  for (const aspect of [0.5, 1.8]) {
    const up = new Vector3(0, 0, 1);
    const { target, position } = fit(balls, new Vector3(1, 0.5, 0.4).normalize(), up, 0.5, aspect, margins);
    const camera = new PerspectiveCamera((0.5 * 180) / Math.PI, aspect, 0.01, 1000);
    camera.up.copy(up);
    camera.position.copy(position);
    camera.lookAt(target);
    camera.updateMatrixWorld();
    const seen = balls.map(({ centre }) => centre.clone().project(camera));
    for (const { x, y } of seen) {
      expect(Math.abs(x)).toBeLessThan(1 - 2 * margins.side + 0.05);
      expect(y).toBeLessThan(1 - 2 * margins.top + 0.05);
      expect(y).toBeGreaterThan(-1 + 2 * margins.bottom - 0.05);
    }
    const span = Math.max(...seen.map(({ x }) => Math.abs(x))) / (1 - 2 * margins.side);
    const tall = (Math.max(...seen.map(({ y }) => y)) - Math.min(...seen.map(({ y }) => y))) / 1.4;
    expect(Math.max(span, tall)).toBeGreaterThan(0.75);
  }
});
