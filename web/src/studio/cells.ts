/** Values that are watched, and questions of which only the latest counts. */

export class Cell<T> {
  private readonly watchers = new Set<(value: T, before: T) => void>();

  constructor(private now: T) {}

  get value(): T {
    return this.now;
  }

  set(next: T): void {
    if (Object.is(next, this.now)) return;
    const before = this.now;
    this.now = next;
    for (const told of [...this.watchers]) told(next, before);
  }

  /** Called at every change; gives what stops it. */
  watch(told: (value: T, before: T) => void): () => void {
    this.watchers.add(told);
    return () => this.watchers.delete(told);
  }
}

/** How long a question may still run when a newer one is there, in milliseconds. */
const GRACE = 400;

/**
 * One question at a time: a newer one waits for the one that runs, but not for long, and what is
 * between them is never asked. Ending a question costs the page's engine its worker.
 */
export class Latest {
  private running: { control: AbortController; done: Promise<unknown> } | undefined;
  private turn = 0;

  /** Undefined where a newer question has come meanwhile, or where it was stopped. */
  async ask<T>(question: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
    const own = ++this.turn;
    const before = this.running;
    if (before) {
      const late = setTimeout(() => before.control.abort(), GRACE);
      await before.done.catch(() => undefined);
      clearTimeout(late);
    }
    if (own !== this.turn) return undefined;
    const control = new AbortController();
    const done = question(control.signal);
    this.running = { control, done };
    try {
      const answer = await done;
      return own === this.turn ? answer : undefined;
    } catch (error) {
      if (own !== this.turn || control.signal.aborted) return undefined;
      throw error;
    } finally {
      if (this.running?.control === control) this.running = undefined;
    }
  }

  /** End what runs; nothing comes of it. */
  stop(): void {
    this.turn++;
    this.running?.control.abort();
  }
}
