/** What the page asks of the worker that moves the robot, and what comes back. */

export interface Fall {
  do: "fall";
  q: number[];
  dq: number[];
  seconds: number;
  /** Force per velocity at every joint. */
  damping: number;
}

export interface Along {
  do: "motion";
  law: "rest" | "swing";
  from: number[];
  to: number[];
  seconds: number;
}

export interface At {
  do: "numbers";
  q: number[];
  dq: number[];
  ddq: number[];
}

export interface Reach {
  do: "reach";
  q: number[];
  to: number[];
  limits: [number, number][];
  unit: number;
}

export interface SetValues {
  do: "set";
  values: number[] | null;
}

export type Order = Fall | Along | At | Reach | SetValues;

/** A motion in samples: rows for times. */
export interface Course {
  t: number[];
  q: number[][];
  dq: number[][];
  tau: number[][];
  kinetic: number[];
  potential: number[];
}

export interface Figures {
  tau: number[];
  gravity: number[];
  M: number[];
  /** The tool's place, four rows of four; nothing where it is not known. */
  pose: number[];
  energy: number[];
}

export interface Asked {
  id: number;
  order: Order;
}

export interface Told {
  id: number;
  answer?: unknown;
  failed?: string;
}
