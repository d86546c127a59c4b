/** Plausible numbers for symbols that have none: examples to play with, never the robot's own. */

import type { SymbolRow } from "../protocol";

const GRAVITY = 9.81;

export function exampleValue({ name, unit, kind, link }: SymbolRow): number {
  if (kind === "gravity") return GRAVITY;
  if (kind === "payload") return 0;
  const lighter = 1 / Math.max(1, link);
  if (/^m\d/.test(name)) return round(8 * lighter + 0.5);
  if (/^I(xx|yy|zz)/.test(name)) return round(0.12 * lighter + 0.01);
  if (/^I(xy|xz|yz)/.test(name)) return round(0.006 * lighter);
  if (/^r[xyz]/.test(name)) return name[1] === "y" ? 0.08 : name[1] === "z" ? 0.05 : 0.1;
  if (/^(fv|b_?v|B)/.test(name)) return 0.2;
  if (/^(fc|F)/.test(name)) return 0.1;
  if (unit === "kg") return round(8 * lighter + 0.5);
  if (unit === "m") return 0.4;
  if (unit.startsWith("kg")) return 0.05;
  return 0.1;
}

function round(value: number): number {
  return Number(value.toPrecision(3));
}
