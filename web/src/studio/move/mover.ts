/** The worker that moves a robot: the module that was generated for it, and our loop around it. */

import type { ProgramAnswer } from "../protocol";
import type { Along, At, Course, Fall, Figures, Order, Reach, Told } from "./orders";
import loopUrl from "./loop?worker&url";

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

interface Waiting {
  resolve: (answer: never) => void;
  reject: (error: Error) => void;
}

export class Mover {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;
  private readonly ready: Promise<unknown>;

  constructor(readonly program: ProgramAnswer) {
    const url = URL.createObjectURL(new Blob([moduleOf(program)], { type: "text/javascript" }));
    this.worker = new Worker(url, { type: "module" });
    this.ready = new Promise((resolve, reject) => this.waiting.set(0, { resolve: resolve as (answer: never) => void, reject }));
    this.worker.onmessage = ({ data }: MessageEvent<Told>) => {
      URL.revokeObjectURL(url);
      const own = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if (data.failed !== undefined) own?.reject(new Error(data.failed));
      else own?.resolve(data.answer as never);
    };
    this.worker.onerror = (event) => {
      event.preventDefault();
      for (const one of this.waiting.values()) one.reject(new Error(event.message || "the generated program could not be started"));
      this.waiting.clear();
    };
    this.ready.catch(() => undefined);
  }

  set(values: number[]): Promise<boolean> {
    return this.send({ do: "set", values });
  }

  numbers(at: Omit<At, "do">): Promise<Figures> {
    return this.send({ do: "numbers", ...at });
  }

  motion(along: Omit<Along, "do">): Promise<Course> {
    return this.send({ do: "motion", ...along });
  }

  fall(how: Omit<Fall, "do">): Promise<Course> {
    return this.send({ do: "fall", ...how });
  }

  reach(to: Omit<Reach, "do">): Promise<number[]> {
    return this.send({ do: "reach", ...to });
  }

  end(): void {
    this.worker.terminate();
    this.waiting.clear();
  }

  private async send<T>(order: Order): Promise<T> {
    await this.ready;
    const id = ++this.last;
    return new Promise<T>((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as (answer: never) => void, reject });
      this.worker.postMessage({ id, order });
    });
  }
}

/** The generated module with our loop imported; names are checked, for they stand in the text. */
function moduleOf(program: ProgramAnswer): string {
  const names = program.functions.map((one) => one.name);
  const odd = names.find((name) => !NAME.test(name));
  if (odd !== undefined) throw new Error(`a function with the name ${odd}`);
  const inputs = Object.fromEntries(program.functions.map((one) => [one.name, one.inputs]));
  const setup = program.parameters.length ? ", setup" : "";
  const loop = new URL(loopUrl, document.baseURI).href;
  return `import ${JSON.stringify(loop)};\n${program.module}\nself.torsorServe({ ${names.join(", ")} }, ${JSON.stringify(inputs)}${setup});\n`;
}
