/** The worker's own part: it moves the robot by the functions that were generated for it. */

import { Integrator } from "./integrate";
import { restToRest, swing } from "./laws";
import type { Along, Asked, At, Course, Fall, Figures, Order, Told } from "./orders";
import { reach } from "./reach";

type Call = (...given: unknown[]) => Float64Array;

const FRAMES = 60;
const TOLERANCE = 1e-9;

let parameters: unknown;
let functions: Record<string, Call> = {};
let inputs: Record<string, string[]> = {};
let setup: ((values: Float64Array) => unknown) | undefined;

(self as unknown as { torsorServe: unknown }).torsorServe = (
  made: Record<string, Call>, asked: Record<string, string[]>, prepare?: (values: Float64Array) => unknown,
) => {
  functions = made;
  inputs = asked;
  setup = prepare;
  self.onmessage = ({ data }: MessageEvent<Asked>) => {
    let told: Told;
    try {
      told = { id: data.id, answer: carryOut(data.order) };
    } catch (error) {
      told = { id: data.id, failed: error instanceof Error ? error.message : String(error) };
    }
    self.postMessage(told);
  };
  self.postMessage({ id: 0, answer: "ready" } satisfies Told);
};

/** A function at a state; what it is not told is zero. */
function call(name: string, given: Record<string, ArrayLike<number>>): Float64Array | undefined {
  const own = functions[name];
  if (!own) return undefined;
  const values = inputs[name]!.map((input) => given[input] ?? new Float64Array(Math.max(6, given.q!.length)));
  return setup ? own(parameters, ...values) : own(...values);
}

function carryOut(order: Order): unknown {
  switch (order.do) {
    case "set":
      parameters = setup?.(Float64Array.from(order.values ?? []));
      return true;
    case "numbers":
      return figures(order);
    case "motion":
      return along(order);
    case "fall":
      return fall(order);
    case "reach":
      return reach(
        {
          pose: (q) => call("forward_kinematics", { q })!,
          jacobian: (q) => call("jacobian", { q })!,
        },
        order.q, order.to, order.limits, order.unit,
      );
  }
}

function energies(q: ArrayLike<number>, dq: ArrayLike<number>): [number, number] {
  return [call("kinetic_energy", { q, dq })?.[0] ?? NaN, call("potential_energy", { q, dq })?.[0] ?? NaN];
}

function figures({ q, dq, ddq }: At): Figures {
  return {
    tau: [...(call("inverse_dynamics", { q, dq, ddq }) ?? [])],
    gravity: [...(call("gravity", { q }) ?? [])],
    M: [...(call("mass_matrix", { q }) ?? [])],
    pose: [...(call("forward_kinematics", { q }) ?? [])],
    energy: energies(q, dq),
  };
}

function empty(): Course {
  return { t: [], q: [], dq: [], tau: [], kinetic: [], potential: [] };
}

function keep(course: Course, t: number, q: ArrayLike<number>, dq: ArrayLike<number>, tau: ArrayLike<number>): void {
  const [kinetic, potential] = energies(q, dq);
  course.t.push(t);
  course.q.push(Array.from(q));
  course.dq.push(Array.from(dq));
  course.tau.push(Array.from(tau));
  course.kinetic.push(kinetic);
  course.potential.push(potential);
}

function along({ law, from, to, seconds }: Along): Course {
  const course = empty();
  const count = Math.ceil(FRAMES * seconds);
  for (let k = 0; k <= count; k++) {
    const t = (seconds * k) / count;
    const { q, dq, ddq } = law === "rest" ? restToRest(from, to, seconds, t) : swing(from, to, seconds, t);
    keep(course, t, q, dq, call("inverse_dynamics", { q, dq, ddq })!);
  }
  return course;
}

/** Without forces but those of damping, from a posture. */
function fall({ q, dq, seconds, damping }: Fall): Course {
  const n = q.length;
  const course = empty();
  const force = (rates: Float64Array) => rates.map((one) => -damping * one);
  const rate = (_t: number, y: Float64Array) => {
    const [place, rates] = [y.slice(0, n), y.slice(n)];
    const made = new Float64Array(2 * n);
    made.set(rates);
    made.set(call("forward_dynamics", { q: place, dq: rates, tau: force(rates) })!, n);
    return made;
  };
  const integrator = new Integrator(rate, 0, Float64Array.from([...q, ...dq]), TOLERANCE);
  const count = Math.ceil(FRAMES * seconds);
  for (let k = 0; k <= count; k++) {
    const t = (seconds * k) / count;
    if (k) integrator.reach(t);
    const rates = integrator.y.slice(n);
    keep(course, t, integrator.y.slice(0, n), rates, force(rates));
  }
  return course;
}
