/** The robot in three dimensions, beside its equations. */

import { element } from "../../panel/elements";
import type { Description } from "../protocol";
import type { Motion, SceneData, Vector } from "../../types";
import { mount, type Viewer } from "../../viewer";
import { Latest } from "../cells";
import { theme } from "../page/theme";
import { sentenceOf, type Studio } from "../studio";

export class See {
  readonly node = element("section", { class: "see", "aria-label": "The robot" });
  readonly pointed = element("p", { class: "pointed", hidden: true });
  /** The tool is dragged here: whoever can solve for it listens. */
  dragged: ((to: Vector) => void) | undefined;
  /** A motion is shown at this time. */
  timed: ((time: number) => void) | undefined;
  /** Another scene is there. */
  loaded: (() => void) | undefined;
  scene: SceneData | undefined;
  /** Whether it is known if there is a scene. */
  settled = false;
  /** Whether a motion is shown. */
  playing = false;
  viewer: Viewer | undefined;
  private readonly latest = new Latest();
  private name = "";
  private turn = 0;
  /** The description that was drawn last. */
  private drawn: Description | null = null;

  constructor(private readonly studio: Studio) {
    studio.robot.watch(() => void this.load());
    studio.view.watch((view, before) => {
      if (JSON.stringify(view.values) !== JSON.stringify(before.values)) void this.load();
      else if (view.q !== before.q && view.q && view.q.length === this.scene?.coordinates.length) this.viewer?.setPosture(view.q);
    });
    studio.link.watch((link) => this.light(link));
    studio.lit.watch((links) => this.viewer?.light(links));
    theme.watch((name) => this.viewer?.setTheme(name));
  }

  /** Show a motion, or the robot at rest again. */
  play(motion: Motion | undefined): void {
    if (!this.scene || (!motion && !this.playing)) return;
    this.playing = motion !== undefined;
    this.show({ ...this.scene, ...(motion ? { motion } : {}) }, false);
  }

  private async load(): Promise<void> {
    this.node.ariaBusy = "true";
    const turn = ++this.turn;
    await this.draw();
    if (turn === this.turn) this.node.ariaBusy = "false";
  }

  private async draw(): Promise<void> {
    const { description, robot, view } = this.studio;
    if (this.drawn !== description.value) this.settled = false;
    if (!description.value || !robot.value?.has_chain) {
      this.settled = robot.value !== null;
      this.empty(robot.value ? "This robot is given by its bodies alone; there is no chain to draw." : "");
      return;
    }
    const { values, q } = view.value;
    const about = description.value;
    const asked = {
      robot: about, values, notation: robot.value.notation,
      ...(q && q.length === robot.value.dof ? { q } : {}),
    };
    try {
      // The equations are there before the picture is: only this pane says that it is busy.
      const found = await this.latest.ask((signal) => this.studio.engine.ask("scene", asked, { signal }));
      if (!found) return;
      const scene = found.scene as unknown as SceneData;
      const same = this.name === scene.name && this.scene?.unit === scene.unit;
      this.name = scene.name;
      this.scene = scene;
      this.drawn = about;
      this.studio.drawn.set(scene.coordinates.map((one) => one.value));
      this.playing = false;
      this.settled = true;
      this.show(scene, same);
      this.loaded?.();
    } catch (error) {
      this.settled = true;
      // Where an engine draws no other numbers or hypotheses, the robot's own picture stays.
      if (this.drawn?.text === about.text && this.viewer) return this.loaded?.();
      this.empty(`The robot cannot be drawn: ${sentenceOf(error)}`);
      this.loaded?.();
    }
  }

  private show(scene: SceneData, keepView: boolean): void {
    const viewpoint = keepView ? this.viewer?.viewpoint() : undefined;
    this.viewer?.dispose();
    this.node.replaceChildren();
    try {
      this.viewer = mount(this.node, scene, {
        bare: true,
        pointed: {
          pointed: (link) => this.studio.link.set(link),
          dragged: (to) => this.dragged?.(to),
        },
        timed: (time) => this.timed?.(time),
      });
    } catch (error) {
      this.empty(`The robot cannot be drawn in this browser: ${sentenceOf(error)}.`);
      return;
    }
    this.viewer.setTheme(theme.value);
    const q = this.studio.view.value.q;
    if (q && !scene.motion && q.length === scene.coordinates.length) this.viewer.setPosture(q);
    if (viewpoint) this.viewer.setViewpoint(viewpoint);
    this.node.append(this.pointed);
  }

  private empty(text: string): void {
    this.viewer?.dispose();
    this.viewer = undefined;
    this.scene = undefined;
    this.node.replaceChildren(element("p", { class: "empty", text }));
  }

  private light(link: number): void {
    this.viewer?.light(link >= 0 ? [link] : []);
    this.pointed.hidden = link < 0;
    if (link >= 0) this.pointed.textContent = this.say(link);
  }

  private say(link: number): string {
    if (link === 0) return "base";
    const row = this.studio.robot.value?.joints.find((joint) => joint.number === link);
    const kind = row && { R: "turns about", T: "slides along", F: "fixed, axis" }[row.kind];
    return row ? `link ${link} · ${kind} ${row.axis}` : `link ${link}`;
  }
}
