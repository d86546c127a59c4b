/**
 * The equations as a long sheet of which only what is near the eye is made: every heading and every
 * few lines have their place and their height, and their mathematics comes and goes.
 */

import { element } from "../../panel/elements";
import { countNodes, math } from "../mathml";
import type { BlockRow, EquationRow, Equations, Run } from "../protocol";
import { type Glyphs, makeLine } from "./line";
import type { LineStore } from "./lines";

/** The most MathML elements that stand in the sheet at once. */
export const MOST_NODES = 4300;
const NEAR = 500;
const CHUNK = 6;
const GUESSED = 60;
const LINE_HEIGHT = 36;
/** Milliseconds after which what was made is painted. */
const PAINTING = 60;
/** An equation of so few terms stands beside its left side. */
const MOST_BESIDE = 3;

interface Item {
  node: HTMLElement;
  /** Makes what is in it; nothing where it has still to come. */
  make: () => Node[] | undefined;
  filled: boolean;
  nodes: number;
}

interface Block {
  equation: EquationRow;
  row: BlockRow;
  node: HTMLElement;
  chunks: Item[];
  lines: number;
}

export class Sheet {
  readonly node = element("div", { class: "sheet", tabindex: -1 });
  /** The runs that are shown now. */
  readonly runs = new Map<Element, Run>();
  private readonly items = new Map<Element, Item>();
  private readonly blocks = new Map<string, Block>();
  private readonly heads = new Map<string, HTMLElement>();
  private readonly near = new Set<Item>();
  private readonly watch: IntersectionObserver;
  private awaited = 0;
  private later: ReturnType<typeof setTimeout> | undefined;
  private height = LINE_HEIGHT;
  private perTerm = 0.25;

  constructor(
    private readonly store: LineStore, private readonly glyphs: Glyphs, private readonly scroller: HTMLElement,
    private readonly tools: (equation: EquationRow) => Node[], private readonly filled: () => void,
  ) {
    this.watch = new IntersectionObserver((seen) => this.look(seen), { root: scroller, rootMargin: `${NEAR}px 0px` });
  }

  show(found: Equations): void {
    for (const lines of found.first) this.store.put(lines);
    this.perTerm = this.measure(found);
    for (const section of found.sections) {
      const part = element("section", { class: "part" });
      if (section.title) part.append(element("h2", { text: section.title }));
      for (const equation of section.equations) part.append(this.addEquation(equation));
      this.node.append(part);
    }
    this.arrange();
  }

  /** A block has so many lines, and some of them are there now. */
  came(equation: string, row: string, total: number): void {
    const block = this.blocks.get(`${equation}\n${row}`);
    if (block && block.lines !== total) this.setLines(block, total);
    this.ask();
  }

  /** Everything shown is made anew: what is looked for has changed. */
  renew(): void {
    for (const block of this.blocks.values()) for (const chunk of block.chunks) this.empty(chunk);
    this.ask();
  }

  goTo(equation: string, block = "", line = 0): void {
    const found = this.blocks.get(`${equation}\n${block}`);
    const chunk = found?.chunks[Math.floor(line / CHUNK)];
    const target = chunk?.node ?? this.heads.get(equation);
    if (!target) return;
    this.unfold(equation);
    target.scrollIntoView({ block: chunk ? "center" : "start" });
    this.ask();
  }

  fold(equation: string): void {
    const own = this.heads.get(equation)!.parentElement!;
    own.classList.toggle("folded");
    this.ask();
  }

  /** How many MathML elements stand in the sheet. */
  get nodes(): number {
    return [...this.items.values()].reduce((sum, item) => sum + (item.filled ? item.nodes : 0), 0);
  }

  dispose(): void {
    this.watch.disconnect();
    cancelAnimationFrame(this.awaited);
    clearTimeout(this.later);
    this.node.remove();
  }

  private unfold(equation: string): void {
    this.heads.get(equation)?.parentElement?.classList.remove("folded");
  }

  private measure(found: Equations): number {
    const rows = new Map(found.sections.flatMap((one) => one.equations.flatMap((own) => own.blocks.map((row) => [`${own.id}\n${row.id}`, row.terms] as const))));
    const known = found.first.filter((one) => rows.get(`${one.equation}\n${one.block}`));
    const lines = known.reduce((sum, one) => sum + one.total, 0);
    const terms = known.reduce((sum, one) => sum + rows.get(`${one.equation}\n${one.block}`)!, 0);
    return lines && terms ? lines / terms : 0.25;
  }

  private addEquation(equation: EquationRow): HTMLElement {
    const head = element("div", { class: "equation-head" });
    const short = equation.terms <= MOST_BESIDE && equation.blocks.length <= 1;
    const made = element("article", { class: short ? "equation short" : "equation", "aria-label": equation.text }, head);
    made.dataset.equation = equation.id;
    this.heads.set(equation.id, head);
    const left = equation.terms ? `${equation.left}<mo>=</mo>` : `${equation.left}<mo>=</mo><mn>0</mn>`;
    const tools = this.tools(equation);
    this.add(head, 12, 44, () => [element("span", { class: "left" }, math(left)), ...tools]);
    if (equation.terms) for (const row of equation.blocks) made.append(this.addBlock(equation, row));
    return made;
  }

  private addBlock(equation: EquationRow, row: BlockRow): HTMLElement {
    const node = element("div", { class: "block" });
    if (equation.blocks.length > 1) {
      const head = element("div", { class: `block-head ${row.effect}` });
      this.add(head, 12, 30, () => blockHead(row));
      node.append(head);
    }
    const block: Block = { equation, row, node, chunks: [], lines: 0 };
    this.blocks.set(`${equation.id}\n${row.id}`, block);
    const known = this.store.total(equation.id, row.id);
    this.setLines(block, known ?? Math.max(1, Math.round(row.terms * this.perTerm)));
    return node;
  }

  private setLines(block: Block, lines: number): void {
    block.lines = lines;
    const wanted = Math.ceil(lines / CHUNK);
    while (block.chunks.length > wanted) this.drop(block.chunks.pop()!);
    for (const [k, item] of block.chunks.entries()) if (!item.filled) this.guess(item, block, k);
    while (block.chunks.length < wanted) {
      const k = block.chunks.length;
      const node = element("div", { class: "chunk" });
      const item = this.add(node, CHUNK * GUESSED, 0, () => {
        const found = this.store.get(block.equation.id, block.row.id, k * CHUNK, CHUNK);
        return found?.map((line) => makeLine(line, this.glyphs, this.runs));
      });
      block.chunks.push(item);
      block.node.append(node);
      this.guess(item, block, k);
    }
  }

  private guess(item: Item, block: Block, k: number): void {
    const lines = Math.min(CHUNK, block.lines - k * CHUNK);
    item.node.style.minHeight = `${Math.round(lines * this.height)}px`;
  }

  private add(node: HTMLElement, nodes: number, height: number, make: Item["make"]): Item {
    const item: Item = { node, make, filled: false, nodes };
    if (height) node.style.minHeight = `${height}px`;
    this.items.set(node, item);
    this.watch.observe(node);
    return item;
  }

  private drop(item: Item): void {
    this.empty(item);
    this.watch.unobserve(item.node);
    this.items.delete(item.node);
    this.near.delete(item);
    item.node.remove();
  }

  private look(seen: IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of seen) {
      const item = this.items.get(target);
      if (!item) continue;
      if (isIntersecting) this.near.add(item);
      else {
        this.near.delete(item);
        this.empty(item);
      }
    }
    this.arrange();
  }

  /** Soon, once. */
  private ask(): void {
    if (!this.awaited) this.awaited = requestAnimationFrame(() => this.arrange());
  }

  /** Fill what is nearest to the eye, as far as the nodes go; empty the rest. */
  private arrange(): void {
    cancelAnimationFrame(this.awaited);
    this.awaited = 0;
    const box = this.scroller.getBoundingClientRect();
    const far = (item: Item) => {
      const own = item.node.getBoundingClientRect();
      return Math.max(0, box.top - own.bottom, own.top - box.bottom) + Math.max(0, own.top - box.top) / 1e4;
    };
    const order = [...this.near].map((item) => ({ item, at: far(item) })).sort((a, b) => a.at - b.at);
    let left = MOST_NODES;
    let begun = false;
    let late = false;
    for (const { item, at } of order) {
      const seen = at < 1;
      if (left >= item.nodes && !item.filled) {
        // What is seen is painted first; what is only near comes after that.
        if (seen || !begun) this.fill(item);
        else late = true;
        begun ||= seen && item.filled;
      }
      left -= item.nodes;
      if (left < 0) this.empty(item);
    }
    clearTimeout(this.later);
    if (late) this.later = setTimeout(() => this.arrange(), PAINTING);
    this.filled();
  }

  private fill(item: Item): void {
    if (item.filled) return;
    const made = item.make();
    if (!made) return;
    item.filled = true;
    item.node.replaceChildren(...made);
    item.node.style.minHeight = "";
    item.nodes = [...item.node.getElementsByTagName("math")].reduce((sum, one) => sum + countNodes(one), 0);
    if (item.node.className === "chunk" && made.length) {
      this.height += 0.1 * (item.node.offsetHeight / made.length - this.height);
    }
  }

  private empty(item: Item): void {
    if (!item.filled) return;
    for (const run of item.node.getElementsByClassName("run")) this.runs.delete(run);
    const height = item.node.offsetHeight;
    item.filled = false;
    item.node.replaceChildren();
    if (height) item.node.style.minHeight = `${height}px`;
  }
}

function blockHead(row: BlockRow): Node[] {
  const parts: Node[] = [];
  if (row.motion) parts.push(math(row.motion));
  if (row.effect) parts.push(element("span", { class: "effect", text: row.effect }));
  const gone = row.gone ? `, ${row.gone} gone` : "";
  parts.push(element("span", { class: "count", text: `${terms(row.terms)}${gone}` }));
  return parts;
}

export function terms(count: number): string {
  return `${count.toLocaleString("en")} ${count === 1 ? "term" : "terms"}`;
}
