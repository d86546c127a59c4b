/** A motion as the viewer plays it, with the curves that belong to it. */

import type { Chart, Coordinate, Motion } from "../../types";
import { DEGREES } from "../../units";
import type { Course } from "./orders";
import { subscript } from "./posture";

export function motionOf(course: Course, coordinates: Coordinate[]): Motion {
  const charts: Chart[] = coordinates.flatMap((one, k) => {
    const turns = one.kind === "R";
    const place = {
      quantity: "position" as const, unit: turns ? "°" : "m",
      curves: [{ label: one.label, values: course.q.map((row) => row[k]! * (turns ? DEGREES : 1)) }],
    };
    if (course.tau.every((row) => row.every((force) => force === 0))) return [place];
    return [
      place,
      { quantity: "force", unit: turns ? "N·m" : "N", curves: [{ label: `τ${subscript(k + 1)}`, values: course.tau.map((row) => row[k]!) }] },
    ] satisfies Chart[];
  });
  const { kinetic, potential } = course;
  if (kinetic.every(Number.isFinite) && potential.every(Number.isFinite)) {
    charts.push({
      quantity: "energy", unit: "J",
      curves: [
        { label: "K", values: kinetic }, { label: "U", values: potential },
        { label: "E", values: kinetic.map((one, k) => one + potential[k]!) },
      ],
    });
  }
  return { t: course.t, q: course.q, charts, events: [] };
}

/** How far the energy strays from where it begins, as a part of what moves. */
export function energyDrift(course: Course): number {
  const sums = course.kinetic.map((one, k) => one + course.potential[k]!);
  const moved = Math.max(...course.kinetic, 1e-12);
  return Math.max(...sums.map((one) => Math.abs(one - sums[0]!))) / moved;
}
