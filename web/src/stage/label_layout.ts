/** Where labels go so that none covers another: near what they name, or not at all. */

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Wish {
  /** Where on the screen the thing is that is named. */
  x: number;
  y: number;
  width: number;
  height: number;
  /** How far the label keeps off the point. */
  clear: number;
  /** The place that it had before, by number; it is kept while it is free. */
  before: number;
}

/** Middles of a label from its thing, in parts of its own size plus a gap. */
const PLACES: [number, number][] = [
  [0.9, -0.9], [-0.9, -0.9], [0.9, 0.9], [-0.9, 0.9], [1.1, 0], [-1.1, 0], [0, -1.3], [0, 1.3],
  [1.3, -2], [-1.3, -2], [1.3, 2], [-1.3, 2], [2, 0], [-2, 0], [0, -2.6], [0, 2.6],
];
const GAP = 6;
const SPACE = 2;

/**
 * A place's number for each label, in order; −1 for one that finds none. A label never covers what
 * is `taken`, and what it had better `avoid` only where nothing else is free.
 */
export function placeLabels(wishes: Wish[], stage: Box, taken: Box[] = [], avoid: Box[] = []): number[] {
  const placed = [...taken];
  return wishes.map((wish) => {
    const tried = [...PLACES.keys()];
    if (wish.before >= 0) tried.unshift(wish.before);
    let chosen = -1;
    for (const place of tried) {
      const box = boxAt(wish, place);
      if (!inside(box, stage) || placed.some((other) => overlap(box, other))) continue;
      const clear = !avoid.some((other) => overlap(box, other, 0));
      if (clear || chosen < 0) chosen = place;
      if (clear) break;
    }
    if (chosen >= 0) placed.push(boxAt(wish, chosen));
    return chosen;
  });
}

/** Where a label stands in one of its places. */
export function boxAt(wish: Wish, place: number): Box {
  const [right, down] = PLACES[place]!;
  const gap = GAP + wish.clear * (right && down ? 0.72 : 1);
  const x = wish.x + right * (wish.width / 2 + gap) - wish.width / 2;
  const y = wish.y + down * (wish.height / 2 + gap) - wish.height / 2;
  return { x, y, width: wish.width, height: wish.height };
}

export function overlap(a: Box, b: Box, space = SPACE): boolean {
  return (
    a.x < b.x + b.width + space && b.x < a.x + a.width + space &&
    a.y < b.y + b.height + space && b.y < a.y + a.height + space
  );
}

function inside(a: Box, b: Box): boolean {
  return a.x >= b.x && a.y >= b.y && a.x + a.width <= b.x + b.width && a.y + a.height <= b.y + b.height;
}
