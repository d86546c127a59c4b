/** Moving: numbers at a posture, a motion, a free fall, all by the program generated for the robot. */

import { Charts } from "../../panel/charts";
import { element } from "../../panel/elements";
import type { Coordinate, Motion, Vector } from "../../types";
import { printFigure } from "../../units";
import { Latest } from "../cells";
import { exampleValue } from "../describe/examples";
import { missingValues } from "../describe/numbers";
import type { Description, ProgramAnswer, Robot } from "../protocol";
import type { See } from "../see/see";
import { sentenceOf, type Studio } from "../studio";
import { button, Segments } from "../ui/controls";
import { energyDrift, motionOf } from "./charts";
import { coordinatesOf } from "./coordinates";
import { Controls } from "./controls";
import { showMatrix } from "./matrix";
import { Mover } from "./mover";
import type { Course } from "./orders";
import { Posture } from "./posture";

export type Way = "posture" | "motion" | "fall";

const WANTED = ["inverse_dynamics", "forward_dynamics", "mass_matrix", "gravity", "forward_kinematics", "jacobian", "kinetic_energy", "potential_energy"];

export class Move {
  readonly node = element("div", { class: "move" });
  private readonly ways: Segments<Way>;
  private readonly told = element("div", { class: "told", role: "status" });
  private readonly stage = element("div", { class: "move-stage" });
  private readonly controls: Controls;
  private readonly latest = new Latest();
  private way: Way = "posture";
  private posture: Posture | undefined;
  private mover: Mover | undefined;
  private missing: Set<string> | undefined;
  private figures = element("div", { class: "figures" });
  private charts: Charts | undefined;
  private coordinates: Coordinate[] = [];
  private of = "";
  private busy = false;
  private again = false;
  private target: Vector | undefined;

  constructor(private readonly studio: Studio, private readonly see: See) {
    this.ways = new Segments("How it moves", [
      { name: "posture", text: "Posture", title: "Numbers at a posture, at once" },
      { name: "motion", text: "Motion", title: "A law of motion and the forces that it takes" },
      { name: "fall", text: "Free fall", title: "Let go of it" },
    ], (way) => this.turn(way));
    this.controls = new Controls((order) => void this.run(order));
    this.node.append(element("div", { class: "toolbar" }, this.ways.node, this.told), this.stage);
    studio.view.watch((view, before) => {
      if (view.mode !== "move" && before.mode === "move") see.play(undefined);
      if (view.mode === "move") void this.prepare();
    });
    studio.description.watch(() => studio.view.value.mode === "move" && void this.prepare());
    see.loaded = () => studio.view.value.mode === "move" && this.dress();
    see.timed = (time) => this.charts?.setTime(time);
    see.dragged = (to) => void this.drag(to);
  }

  /** The program of the robot that is shown, and its numbers. */
  private async prepare(): Promise<void> {
    const robot = this.studio.description.value;
    if (!robot) return;
    const key = JSON.stringify(robot);
    if (key !== this.of) {
      this.of = key;
      this.mover?.end();
      this.mover = undefined;
      this.stage.replaceChildren(element("p", { class: "hint wait", text: "Its functions are generated …" }));
      try {
        const program = await this.latest.ask((signal) => this.studio.ask("program", { robot, functions: WANTED }, signal));
        if (!program) return;
        this.mover = new Mover(program);
        this.missing = undefined;
      } catch (error) {
        this.stage.replaceChildren(element("p", { class: "failure", role: "alert", text: sentenceOf(error) }));
        return;
      }
      this.see.play(undefined);
    }
    this.missing ??= await this.findMissing(robot);
    this.dress();
  }

  /** Symbols without a number that the motion depends on. */
  private async findMissing(robot: Description): Promise<Set<string>> {
    const values = this.studio.stateValues();
    const found = await this.studio.tryAsk("numbers", { robot, values, what: ["tau", "K"] });
    return new Set(found?.missing ?? []);
  }

  private dress(): void {
    const robot = this.studio.robot.value;
    if (!this.mover || !robot || !this.see.settled) return;
    const coordinates = this.see.scene?.coordinates ?? coordinatesOf(this.mover.program, robot);
    const values = this.values(robot, this.mover.program);
    if (!values) return this.askNumbers(robot);
    if (!this.posture || this.posture.node.dataset.robot !== this.of) {
      this.coordinates = coordinates;
      this.posture = new Posture(coordinates, () => this.moved());
      this.posture.node.dataset.robot = this.of;
    }
    const { q, dq, ddq } = this.studio.view.value;
    this.posture.set(q ?? coordinates.map((one) => one.value), dq, ddq);
    this.mover.set(values).then(() => this.count(), (error: unknown) => this.fail(error));
    this.turn(this.way);
  }

  /** Numbers in the program's own order; nothing where some are missing. */
  private values(robot: Robot, program: ProgramAnswer): number[] | null {
    const given = this.studio.view.value.values;
    const own = new Map(robot.symbols.map((one) => [one.name, one.value]));
    const open = program.parameters.filter((name) => this.missing?.has(name) && given[name] === undefined);
    return open.length ? null : program.parameters.map((name) => given[name] ?? own.get(name) ?? 0);
  }

  private askNumbers(robot: Robot): void {
    const missing = missingValues(robot.symbols, this.studio.view.value.values).filter((row) => this.missing?.has(row.name));
    const fill = () => {
      const values = { ...this.studio.view.value.values };
      for (const row of missing) values[row.name] = exampleValue(row);
      this.studio.patch({ values });
    };
    this.told.textContent = "";
    this.stage.replaceChildren(element(
      "div", { class: "ask-numbers" }, element("h2", { text: "A motion needs numbers" }),
      element("p", { text: `${robot.title || robot.name} is described by symbols, and ${missing.length} of them have no number. Give them under Numbers, or take examples to play with: plausible, but not the robot's own.` }),
      button("Fill with examples", fill, { class: "button main" }),
    ));
  }

  private turn(way: Way): void {
    this.way = way;
    this.ways.set(way);
    if (!this.posture) return;
    if (way === "posture") {
      this.charts = undefined;
      if (this.see.playing) this.see.play(undefined);
      this.told.textContent = "";
      this.stage.replaceChildren(this.posture.node, this.figures);
    } else this.stage.replaceChildren(this.controls.show(way, this.posture.state.q), ...(this.charts ? [this.chartBox(this.charts)] : []));
  }

  private moved(): void {
    const state = this.posture!.state;
    this.see.viewer?.setPosture(state.q);
    this.keepState();
    void this.count();
  }

  private late: ReturnType<typeof setTimeout> | undefined;

  private keepState(): void {
    clearTimeout(this.late);
    this.late = setTimeout(() => {
      const { q, dq, ddq } = this.posture!.state;
      this.studio.patch({ q, dq: dq.some(Boolean) ? dq : null, ddq: ddq.some(Boolean) ? ddq : null });
    }, 300);
  }

  /** The numbers of the posture, one count at a time. */
  private async count(): Promise<void> {
    if (this.busy) {
      this.again = true;
      return;
    }
    const { mover, posture } = this;
    if (!mover || !posture) return;
    this.busy = true;
    try {
      const state = posture.state;
      const found = await mover.numbers(state);
      posture.tell(found.tau);
      const n = state.q.length;
      const facts = element("dl", { class: "facts" });
      const fact = (term: string, text: string) => facts.append(element("dt", { text: term }), element("dd", { text }));
      fact("kinetic energy", `${printFigure(found.energy[0]!)} J`);
      fact("potential energy", `${printFigure(found.energy[1]!)} J`);
      if (found.pose.length === 16) fact("tool at", `(${[3, 7, 11].map((k) => printFigure(found.pose[k]!, 1)).join(", ")}) m`);
      if (found.gravity.length) fact("gravity alone", found.gravity.map((one) => printFigure(one, Math.max(...found.gravity.map(Math.abs)))).join(", "));
      this.figures.replaceChildren(facts, ...(found.M.length === n * n ? [showMatrix("M", found.M, n)] : []));
    } catch (error) {
      this.fail(error);
    }
    this.busy = false;
    if (this.again) {
      this.again = false;
      void this.count();
    }
  }

  private async run(order: (mover: Mover, q: number[]) => Promise<Course>): Promise<void> {
    if (!this.mover || !this.posture) return;
    this.told.textContent = "Working …";
    try {
      const began = performance.now();
      const course = await order(this.mover, this.posture.state.q);
      const took = performance.now() - began;
      const motion = motionOf(course, this.coordinates);
      this.showMotion(motion);
      const drift = this.way === "fall" && this.controls.damping === 0 ? ` Its energy is kept to ${printFigure(energyDrift(course))} of what moves.` : "";
      this.told.textContent = `${printFigure(course.t.at(-1)!)} s in ${Math.max(1, Math.round(took))} ms, in this page.${drift}`;
    } catch (error) {
      this.fail(error);
    }
  }

  private showMotion(motion: Motion): void {
    this.charts = new Charts(motion, (time) => this.see.viewer?.setTime(time));
    this.see.play(motion);
    this.turn(this.way);
  }

  private chartBox(charts: Charts): HTMLElement {
    return element("div", { class: "chart-box torsor-charts" }, charts.node);
  }

  /** The tool follows the mouse. */
  private async drag(to: Vector): Promise<void> {
    const { scene } = this.see;
    if (!this.mover || !this.posture || !scene || this.studio.view.value.mode !== "move") return;
    const idle = this.target === undefined;
    this.target = to;
    if (!idle) return;
    while (this.target) {
      const goal: Vector = this.target;
      const limits = scene.coordinates.map((one): [number, number] => [one.lower, one.upper]);
      try {
        const q = await this.mover.reach({ q: this.posture.state.q, to: goal, limits, unit: scene.unit });
        this.posture.set(q, null, null);
        this.moved();
      } catch (error) {
        this.fail(error);
      }
      if (this.target === goal) this.target = undefined;
    }
  }

  private fail(error: unknown): void {
    this.told.textContent = sentenceOf(error);
  }
}
