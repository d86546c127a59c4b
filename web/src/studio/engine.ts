/** Asks an engine: the one on this machine, or the one in a worker of this page. */

import type { Answer, Envelope, Failure, Progress, Questions } from "./protocol.ts";

type Message = Answer | Failure | Progress;

/** A question that has no answer: the sentence, and where in which field. */
export class EngineError extends Error {
  constructor(readonly failure: Failure) {
    super(failure.sentence);
  }
}

export interface Options {
  /** Aborting it cancels: `ask` rejects with the signal's reason. */
  signal?: AbortSignal;
  progress?: (told: Progress) => void;
}

export interface Engine {
  readonly kind: "native" | "page";
  ask<Name extends keyof Questions>(
    name: Name,
    about: Questions[Name][0],
    options?: Options,
  ): Promise<Questions[Name][1]>;
}

/** The engine that this page came with. */
export function connect(): Engine {
  const native = document.querySelector('meta[name="torsor-engine"][content="native"]');
  return native ? new NativeEngine(tokenOf(location.search)) : new WorkerEngine();
}

/** The token of the address, without which nothing is answered. */
export function tokenOf(search: string): string {
  return new URLSearchParams(search).get("token") ?? "";
}

let last = 0;

function envelope(ask: string, about: unknown): Envelope {
  return { id: ++last, ask, about: about as Record<string, unknown> };
}

function failure(id: number, sentence: string): EngineError {
  return new EngineError({ id, kind: "failure", sentence, place: null, field: "", fault: true });
}

class NativeEngine implements Engine {
  readonly kind = "native";

  constructor(private readonly token: string) {}

  async ask<Name extends keyof Questions>(
    name: Name,
    about: Questions[Name][0],
    options: Options = {},
  ): Promise<Questions[Name][1]> {
    const sent = envelope(name, about);
    const response = await this.post(sent, options.signal);
    if (!response.body) throw failure(sent.id, "The engine gave no answer.");
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      rest += value ?? "";
      const lines = rest.split("\n");
      rest = done ? "" : (lines.pop() ?? "");
      for (const line of lines.filter(Boolean)) {
        const message = JSON.parse(line) as Message;
        if (message.kind === "progress") options.progress?.(message);
        else if (message.kind === "failure") throw new EngineError(message);
        else return message.answer as unknown as Questions[Name][1];
      }
      if (done) throw failure(sent.id, "The engine ended before it had answered.");
    }
  }

  private async post(sent: Envelope, signal?: AbortSignal): Promise<Response> {
    try {
      return await fetch("ask", {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-Torsor-Token": this.token },
        body: JSON.stringify(sent),
        ...(signal ? { signal } : {}),
      });
    } catch (error) {
      if (signal?.aborted) throw error;
      throw failure(sent.id, "The engine cannot be reached; is torsor studio still running?");
    }
  }
}

interface Pending {
  sent: Envelope;
  resolve: (answer: never) => void;
  reject: (reason: unknown) => void;
  progress: ((told: Progress) => void) | undefined;
}

/** A worker and what it has still to answer, one question after another. */
class Seat {
  readonly pending = new Map<number, Pending>();
  private readonly worker = new Worker(new URL("engine/worker.mjs", document.baseURI), {
    type: "module",
  });

  constructor() {
    this.worker.onmessage = ({ data }: MessageEvent<Message>) => {
      const waiting = this.pending.get(data.id);
      if (data.kind === "progress") waiting?.progress?.(data);
      else {
        this.pending.delete(data.id);
        if (data.kind === "failure") waiting?.reject(new EngineError(data));
        else waiting?.resolve(data.answer as never);
      }
    };
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.fail(event.message || "The engine could not be started.");
    };
  }

  send(waiting: Pending): void {
    this.pending.set(waiting.sent.id, waiting);
    this.worker.postMessage(waiting.sent);
  }

  fail(sentence: string): void {
    for (const [id, waiting] of this.pending) waiting.reject(failure(id, sentence));
    this.pending.clear();
  }

  end(): void {
    this.worker.terminate();
  }
}

class WorkerEngine implements Engine {
  readonly kind = "page";
  private seat = new Seat();
  private spare: Seat | undefined;

  async ask<Name extends keyof Questions>(
    name: Name,
    about: Questions[Name][0],
    options: Options = {},
  ): Promise<Questions[Name][1]> {
    options.signal?.throwIfAborted();
    const sent = envelope(name, about);
    try {
      return await new Promise<Questions[Name][1]>((resolve, reject) => {
        this.seat.send({ sent, resolve, reject, progress: options.progress });
        options.signal?.addEventListener("abort", () => {
          this.cancel(sent.id);
          reject(options.signal?.reason);
        });
      });
    } finally {
      // The first answer is there: now there is time to warm another worker.
      this.spare ??= new Seat();
    }
  }

  /** Ends the worker if it has the question; what else it had is asked again elsewhere. */
  private cancel(id: number): void {
    if (!this.seat.pending.delete(id)) return;
    const rest = [...this.seat.pending.values()];
    this.seat.end();
    this.seat = this.spare ?? new Seat();
    this.spare = new Seat();
    for (const waiting of rest) this.seat.send(waiting);
  }
}
