/** Numbers as people read them: degrees and metres, few digits, a true minus. */

export const DEGREES = 180 / Math.PI;

/** A coordinate's value with its unit: −45.0°, 0.300 m. */
export function printCoordinate(value: number, kind: "R" | "T"): string {
  return kind === "R" ? `${fixed(value * DEGREES, 1)}°` : `${fixed(value, 3)} m`;
}

/** A limit: as few digits as tell it. */
export function printLimit(value: number, kind: "R" | "T"): string {
  const shown = kind === "R" ? value * DEGREES : value;
  return `${signed(String(Number(shown.toFixed(kind === "R" ? 1 : 3))))}${kind === "R" ? "°" : " m"}`;
}

export function fixed(value: number, digits: number): string {
  const text = value.toFixed(digits);
  return signed(Number(text) === 0 ? text.replace("-", "") : text);
}

/** Less than this part of what a chart shows is roundoff. */
const ROUNDOFF = 1e-6;
const NOTHING = 1e-12;

/** Three figures, for charts: 1200, 12.3, 0.0123, 4.1e-7; roundoff beside the largest is 0. */
export function printFigure(value: number, largest = 0): string {
  const size = Math.abs(value);
  if (size <= Math.max(NOTHING, ROUNDOFF * largest)) return "0";
  if (size >= 1e6 || size < 1e-4) return signed(value.toExponential(1).replace("e+", "e"));
  const digits = Math.max(0, Math.min(6, 2 - Math.floor(Math.log10(size))));
  return signed(String(Number(value.toFixed(digits))));
}

function signed(text: string): string {
  return text.replace("-", "−");
}
