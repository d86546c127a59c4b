import { expect, test } from "vitest";
import { points, unpack } from "../src/robot/meshes";

test("packed numbers come back, little end first", () => {
  const numbers = Uint16Array.from([0, 1, 255, 256, 65535]);
  const text = btoa(String.fromCharCode(...new Uint8Array(numbers.buffer)));
  expect(unpack(text)).toEqual(numbers);
});

test("points are steps of their box", () => {
  const text = btoa(String.fromCharCode(...new Uint8Array(Uint16Array.from([0, 10, 65535]).buffer)));
  const mesh = {
    link: 1, color: "#fff", low: [1, 2, 3] as [number, number, number],
    step: [0.1, 0.1, 0.1] as [number, number, number], points: text, triangles: "",
  };
  const [x, y, z] = points(mesh);
  expect([x, y]).toEqual([1, 3]);
  expect(z).toBeCloseTo(6556.5, 1);
});
