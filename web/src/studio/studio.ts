/** What the parts of the page share: the engine, the view, the robot, what is pointed at. */

import { writeAddress } from "./address";
import { Cell, Latest } from "./cells";
import { EngineError, type Engine } from "./engine";
import type { Catalogue, Description, Failure, Progress, Questions, Robot, SymbolRow } from "./protocol";
import { say } from "./ui/dialog";
import { START, type View } from "./view";

/** What is being done, for the line under the header. */
export interface Busy {
  says: string;
  share: number | null;
}

export class Studio {
  readonly view = new Cell<View>(START);
  /** The robot as it was read last; nothing before the first. */
  readonly robot = new Cell<Robot | null>(null);
  /** Why the robot cannot be read. */
  readonly failure = new Cell<Failure | null>(null);
  /** The link that is pointed at, in the picture or in an equation; −1 is none. */
  readonly link = new Cell(-1);
  /** Links that a term or a step lights up. */
  readonly lit = new Cell<number[]>([]);
  readonly busy = new Cell<Busy | null>(null);
  /** The description that was read last: what equations are asked for. */
  readonly description = new Cell<Description | null>(null);
  /** Symbols by name, of the robot that was read last. */
  symbols = new Map<string, SymbolRow>();
  /** The posture in which the robot is drawn at first. */
  readonly drawn = new Cell<number[]>([]);
  private readonly reading = new Latest();
  /** The questions that are open, each with what it told last. */
  private readonly working = new Map<symbol, Busy | null>();

  constructor(readonly engine: Engine, readonly catalogue: Catalogue) {
    this.view.watch((view, before) => {
      void this.remember(view);
      if (view.robot !== before.robot || view.style.notation !== before.style.notation) void this.read();
    });
  }

  patch(part: Partial<View>): void {
    this.view.set({ ...this.view.value, ...part });
  }

  /** Another robot: what was said of the one before is forgotten. */
  open(robot: Description): void {
    history.pushState(null, "", location.href);
    this.patch({ robot, before: null, values: {}, q: null, dq: null, ddq: null });
  }

  /** The same robot, described otherwise. */
  change(part: Partial<Description>): void {
    this.patch({ robot: { ...this.view.value.robot, ...part } });
  }

  async ask<Name extends keyof Questions>(name: Name, about: Questions[Name][0], signal?: AbortSignal): Promise<Questions[Name][1]> {
    const own = Symbol(name);
    const tell = (busy: Busy | null) => {
      this.working.set(own, busy);
      this.tell();
    };
    tell(null);
    const late = setTimeout(() => this.working.get(own) ?? tell({ says: "Working", share: null }), 150);
    try {
      const progress = (told: Progress) => tell({ says: told.says, share: told.share });
      return await this.engine.ask(name, about, { progress, ...(signal ? { signal } : {}) });
    } finally {
      clearTimeout(late);
      this.working.delete(own);
      this.tell();
    }
  }

  /** Say what an open question told, and nothing of those that are answered. */
  private tell(): void {
    this.busy.set([...this.working.values()].filter((one) => one !== null).at(-1) ?? null);
  }

  /** Ask, and say a failure at the foot of the page. */
  async tryAsk<Name extends keyof Questions>(name: Name, about: Questions[Name][0]): Promise<Questions[Name][1] | undefined> {
    try {
      return await this.ask(name, about);
    } catch (error) {
      say(sentenceOf(error), "failed");
      return undefined;
    }
  }

  /** The coordinates that the picture shows. */
  get posture(): number[] {
    const { q } = this.view.value;
    return q && q.length === this.drawn.value.length ? q : this.drawn.value;
  }

  /** Numbers of the reader's, with posture, velocities and accelerations by their symbols; no load unless it is told. */
  stateValues(): Record<string, number> {
    const { dq, ddq } = this.view.value;
    const rows = { coordinate: this.posture, velocity: dq, acceleration: ddq };
    const made: Record<string, number> = {};
    for (const [kind, row] of Object.entries(rows)) {
      const own = [...this.symbols.values()].filter((one) => one.kind === kind);
      own.forEach(({ name }, k) => (made[name] = row?.[k] ?? 0));
    }
    for (const { name, kind, value } of this.symbols.values()) if (kind === "payload" && value === null) made[name] = 0;
    return { ...made, ...this.view.value.values };
  }

  /** Read the description anew. */
  async read(): Promise<void> {
    const { robot, style } = this.view.value;
    const notation = style.notation ? { notation: style.notation } : {};
    try {
      const found = await this.reading.ask((signal) => this.ask("describe", { robot, ...notation }, signal));
      if (!found) return;
      this.symbols = new Map(found.symbols.map((one) => [one.name, one]));
      this.failure.set(null);
      this.description.set(robot);
      this.robot.set(found);
    } catch (error) {
      this.failure.set(failureOf(error));
    }
  }

  private async remember(view: View): Promise<void> {
    const address = await writeAddress(view);
    if (view === this.view.value) history.replaceState(null, "", location.pathname + location.search + address);
  }
}

export function sentenceOf(error: unknown): string {
  if (error instanceof EngineError) return error.failure.sentence;
  return error instanceof Error ? error.message : String(error);
}

export function failureOf(error: unknown): Failure {
  if (error instanceof EngineError) return error.failure;
  return { id: 0, kind: "failure", sentence: sentenceOf(error), place: null, field: "", fault: true };
}
