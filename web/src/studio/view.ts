/** What the page shows: all that a link holds. */

import type { Description, Form, Style } from "./protocol";

export type Mode = "read" | "move" | "judge";

export interface View {
  robot: Description;
  mode: Mode;
  form: Form;
  style: Style;
  /** Hypotheses that were made before: what the others take away since is shown struck out. */
  before: string[] | null;
  /** What is taken away is not shown at all. */
  staying: boolean;
  /** Numbers for symbols, as typed by the reader. */
  values: Record<string, number>;
  /** The posture, in radians and metres; nothing is the robot's own. */
  q: number[] | null;
  /** Velocities and accelerations; nothing is rest. */
  dq: number[] | null;
  ddq: number[] | null;
}

export const START: View = {
  robot: { text: "rttrr" },
  mode: "read",
  form: "tau",
  style: {},
  before: null,
  staying: false,
  values: {},
  q: null,
  dq: null,
  ddq: null,
};

/** A view of something that may be of any age or anybody's: what does not fit is left out. */
export function readView(found: unknown): View {
  const made: View = { ...START };
  if (typeof found !== "object" || found === null) return made;
  const given = found as Partial<Record<keyof View, unknown>>;
  if (isDescription(given.robot)) made.robot = given.robot;
  if (given.mode === "read" || given.mode === "move" || given.mode === "judge") made.mode = given.mode;
  if (isForm(given.form)) made.form = given.form;
  if (isRecord(given.style)) made.style = given.style as Style;
  if (isTexts(given.before)) made.before = given.before;
  if (given.staying === true) made.staying = true;
  if (isRecord(given.values)) {
    made.values = Object.fromEntries(
      Object.entries(given.values).filter((pair): pair is [string, number] => typeof pair[1] === "number"),
    );
  }
  for (const name of ["q", "dq", "ddq"] as const) {
    const row = given[name];
    if (Array.isArray(row) && row.every((one) => typeof one === "number" && Number.isFinite(one))) made[name] = row;
  }
  return made;
}

/** Only what differs from the beginning: links are short. */
export function shortened(view: View): Partial<View> {
  const entries = Object.entries(view) as [keyof View, unknown][];
  return Object.fromEntries(
    entries.filter(([name, value]) => name === "robot" || JSON.stringify(value) !== JSON.stringify(START[name])),
  );
}

export function isForm(found: unknown): found is Form {
  return ["tau", "matrices", "steps", "energies", "base"].includes(found as string);
}

function isDescription(found: unknown): found is Description {
  return isRecord(found) && typeof found.text === "string";
}

function isRecord(found: unknown): found is Record<string, unknown> {
  return typeof found === "object" && found !== null && !Array.isArray(found);
}

function isTexts(found: unknown): found is string[] {
  return Array.isArray(found) && found.every((one) => typeof one === "string");
}
