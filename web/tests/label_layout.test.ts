import { expect, test } from "vitest";
import { boxAt, overlap, placeLabels, type Wish } from "../src/stage/label_layout";

const stage = { x: 0, y: 0, width: 600, height: 400 };

function random(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16807) % 2147483647) / 2147483647;
}

test("labels never overlap one another, nor what is in the way, nor leave the stage", () => {
  const next = random(5);
  for (let round = 0; round < 50; round++) {
    const taken = [{ x: 250, y: 150, width: 80, height: 80 }];
    const wishes: Wish[] = Array.from({ length: 25 }, () => ({
      x: 600 * next(), y: 400 * next(), width: 20 + 40 * next(), height: 16, clear: 20 * next(), before: -1,
    }));
    const boxes = [...taken];
    placeLabels(wishes, stage, taken).forEach((place, k) => {
      if (place < 0) return;
      const box = boxAt(wishes[k]!, place);
      expect(boxes.some((other) => overlap(box, other, 0))).toBe(false);
      expect(box.x >= 0 && box.y >= 0 && box.x + box.width <= 600 && box.y + box.height <= 400).toBe(true);
      boxes.push(box);
    });
    expect(boxes.length).toBeGreaterThan(20);
  }
});

test("a label goes beside what it had better avoid, and onto it where nothing else is free", () => {
  const wish = { x: 300, y: 200, width: 30, height: 16, clear: 0, before: -1 };
  const right = { x: 300, y: 0, width: 300, height: 400 };
  const [place] = placeLabels([wish], stage, [], [right]);
  expect(overlap(boxAt(wish, place!), right, 0)).toBe(false);
  const all = { x: 0, y: 0, width: 600, height: 400 };
  expect(placeLabels([wish], stage, [], [all])).toEqual(placeLabels([wish], stage));
});

test("a label keeps its place while that is free", () => {
  const wish = { x: 300, y: 200, width: 30, height: 16, clear: 0, before: 5 };
  expect(placeLabels([wish], stage)).toEqual([5]);
});
