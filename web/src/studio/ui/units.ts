/** Units as they are printed: m/s², kg m². */

const RAISED: Record<string, string> = { "^2": "²", "^3": "³", "^-1": "⁻¹", "^-2": "⁻²" };

export function printUnit(unit: string): string {
  return unit.replace(/\^-?\d/g, (power) => RAISED[power] ?? power);
}
