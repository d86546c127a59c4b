import { expect, it, vi } from "vitest";
import { Cell, Latest } from "../../src/studio/cells";

it("a cell tells of changes, and of nothing else", () => {
  const told = vi.fn();
  const cell = new Cell(1);
  const stop = cell.watch(told);
  cell.set(1);
  cell.set(2);
  stop();
  cell.set(3);
  expect(told.mock.calls).toEqual([[2, 1]]);
});

it("of many questions only the first and the last are asked, and the last is answered", async () => {
  const latest = new Latest();
  const asked: number[] = [];
  const ask = (k: number) =>
    latest.ask(async () => {
      asked.push(k);
      await new Promise((done) => setTimeout(done, 5));
      return k;
    });
  expect(await Promise.all([1, 2, 3, 4].map(ask))).toEqual([undefined, undefined, undefined, 4]);
  expect(asked).toEqual([1, 4]);
});

it("a question that does not end is cancelled by the next", async () => {
  const latest = new Latest();
  const endless = latest.ask((signal) => new Promise<number>((_, no) => signal.addEventListener("abort", () => no(signal.reason))));
  expect(await latest.ask(async () => 2)).toBe(2);
  expect(await endless).toBeUndefined();
});

it("a failure of the last question is its asker's", async () => {
  await expect(new Latest().ask(async () => Promise.reject(new Error("no")))).rejects.toThrow("no");
});
