/** The few operations on vectors that the layout of links needs, on plain numbers. */
import type { Rotation, Vector } from "./types";

export const add = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const subtract = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a: Vector, k: number): Vector => [a[0] * k, a[1] * k, a[2] * k];
export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const size = (a: Vector): number => Math.hypot(...a);

export function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function unit(a: Vector): Vector {
  const length = size(a);
  return length ? scale(a, 1 / length) : a;
}

/** R a, of a rotation given row by row. */
export function turn(R: Rotation, a: Vector): Vector {
  const row = (i: number) => R[i]! * a[0] + R[i + 1]! * a[1] + R[i + 2]! * a[2];
  return [row(0), row(3), row(6)];
}

/** A unit vector at right angles to this one. */
export function square(a: Vector): Vector {
  const other: Vector = Math.abs(a[2]) < 0.8 * size(a) ? [0, 0, 1] : [1, 0, 0];
  return unit(cross(other, a));
}
