/** Coordinates of a robot that is not drawn: a whole turn, or a metre. */

import type { Coordinate } from "../../types";
import type { ProgramAnswer, Robot } from "../protocol";

export function coordinatesOf(program: ProgramAnswer, robot: Robot): Coordinate[] {
  const rows = robot.symbols.filter((one) => one.kind === "coordinate");
  return program.coordinates.map((kind, k) => ({
    name: rows[k]?.name ?? `q${k + 1}`, label: rows[k]?.text ?? `q${k + 1}`, kind, limited: false,
    lower: kind === "R" ? -Math.PI : 0, upper: kind === "R" ? Math.PI : 1, value: kind === "R" ? 0.3 : 0.2,
  }));
}
