/** Lines of blocks, asked for in pages and kept while the same equations are shown. */

import type { Line, Lines } from "../protocol";
import type { Studio } from "../studio";
import type { Asked } from "./asked";

const PAGE = 40;
const MOST_KEPT = 4000;

interface Kept {
  total: number | undefined;
  lines: Map<number, Line>;
  waiting: Set<number>;
}

export class LineStore {
  private readonly blocks = new Map<string, Kept>();
  private count = 0;
  search = "";

  constructor(
    private readonly studio: Studio, private readonly asked: Asked, private readonly signal: AbortSignal,
    private readonly came: (equation: string, block: string, total: number) => void,
    private readonly failed: (error: unknown) => void,
  ) {}

  /** What came with the structure already. */
  put(found: Lines): void {
    const kept = this.of(found.equation, found.block);
    kept.total = found.total;
    for (const line of found.lines) kept.lines.set(line.number, line);
    this.count += found.lines.length;
  }

  total(equation: string, block: string): number | undefined {
    return this.of(equation, block).total;
  }

  /** The lines from one on, or nothing where some have still to come: then they are asked for. */
  get(equation: string, block: string, start: number, count: number): Line[] | undefined {
    const kept = this.of(equation, block);
    const end = Math.min(start + count, kept.total ?? Infinity);
    const found: Line[] = [];
    for (let k = start; k < end; k++) {
      const line = kept.lines.get(k);
      if (!line) {
        void this.fetch(equation, block, Math.floor(k / PAGE) * PAGE);
        return undefined;
      }
      found.push(line);
    }
    return found;
  }

  /** Other terms are looked for: lines say anew what is found. */
  forget(search: string): void {
    this.search = search;
    for (const kept of this.blocks.values()) kept.lines.clear();
    this.count = 0;
  }

  private async fetch(equation: string, block: string, start: number): Promise<void> {
    const kept = this.of(equation, block);
    if (kept.waiting.has(start)) return;
    kept.waiting.add(start);
    const { search } = this;
    try {
      const found = await this.studio.ask(
        "lines", { ...this.asked, equation, block, start, count: PAGE, ...(search ? { search } : {}) }, this.signal,
      );
      if (this.signal.aborted || search !== this.search) return;
      if (this.count > MOST_KEPT) this.forget(search);
      this.put(found);
      this.came(equation, block, found.total);
    } catch (error) {
      if (!this.signal.aborted) this.failed(error);
    } finally {
      kept.waiting.delete(start);
    }
  }

  private of(equation: string, block: string): Kept {
    const key = `${equation}\n${block}`;
    const kept = this.blocks.get(key) ?? { total: undefined, lines: new Map(), waiting: new Set() };
    this.blocks.set(key, kept);
    return kept;
  }
}
