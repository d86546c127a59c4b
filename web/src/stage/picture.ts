/** The robot on its stage: drawn when something changed, and only then. */
import { Box3, Sphere, Vector3 } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { element } from "../panel/elements";
import type { Anchor, Layer } from "../robot/anchors";
import { ToolPath } from "../robot/path";
import { Pedestal } from "../robot/pedestal";
import { type Place, RobotModel, TOOL } from "../robot/robot";
import { sampleBefore } from "../samples";
import { THEMES, type ThemeName } from "../themes";
import type { SceneData } from "../types";
import { gravityArrow, Ground } from "./ground";
import { Labels } from "./labels";
import { Materials } from "./materials";
import { horizon, type Quality, Stage } from "./stage";

const AZIMUTH = (38 * Math.PI) / 180;
const ELEVATION = (22 * Math.PI) / 180;
const REMEMBERED = 240;
const TRACED = 400;

export class Picture {
  /** Called before each picture; true asks for another. */
  beforeFrame: (now: number) => boolean = () => false;
  private readonly canvas = element("canvas", { "aria-label": "the robot in three dimensions" });
  private readonly materials = new Materials();
  private readonly stage: Stage;
  private readonly robot: RobotModel;
  private readonly ground: Ground;
  private readonly labels: Labels;
  private readonly controls: OrbitControls;
  private readonly path: ToolPath | undefined;
  private readonly ball: Sphere;
  private readonly hidden = new Set<Layer>();
  private readonly watch: ResizeObserver;
  private readonly script: number[] = [];
  private frames = 0;
  private awaited = 0;
  private width = 1;
  private height = 1;

  constructor(
    private readonly view: HTMLElement, private readonly data: SceneData, quality?: Quality,
  ) {
    const up = new Vector3(...data.up);
    view.append(this.canvas);
    this.stage = new Stage(this.canvas, up, quality);
    this.robot = new RobotModel(data, this.materials);
    const traced = this.trace();
    this.ball = traced.ball;
    const { front, right } = horizon(up);
    const height = floorHeight(traced.points, up, data.unit);
    this.ground = new Ground(up, height, this.ball.radius);
    this.stage.light(this.ball.center, this.ball.radius, front, right);
    const pedestal = new Pedestal(up, height, data.unit, this.materials);
    this.stage.scene.add(this.robot.root, this.ground.group, pedestal.group);
    this.path = data.motion && new ToolPath(traced.tool, data.unit, this.materials);
    if (this.path) this.stage.scene.add(this.path.group);
    const anchors = [...this.robot.anchors];
    const gravity = new Vector3(...data.gravity);
    if (gravity.length() > 0) {
      const foot = up.clone().multiplyScalar(height + 0.15 * data.unit)
        .addScaledVector(right, -1.1 * data.unit).addScaledVector(front, 0.5 * data.unit);
      const arrow = gravityArrow(gravity, foot, 0.6 * data.unit, this.materials);
      this.stage.scene.add(arrow);
      anchors.push({ text: "g", role: "gravity", part: arrow, at: new Vector3(0, 0, 0.45), layer: "labels", rank: 0 });
    }
    this.labels = new Labels(anchors);
    view.append(this.labels.node);
    this.controls = new OrbitControls(this.stage.camera, this.canvas);
    this.controls.enableDamping = true;
    this.controls.dampingFactor = 0.12;
    this.controls.maxDistance = 20 * this.ball.radius;
    this.controls.minDistance = 0.15 * this.ball.radius;
    this.controls.addEventListener("change", () => this.ask());
    this.watch = new ResizeObserver(() => this.resize());
  }

  get posture(): number[] {
    return this.robot.posture;
  }

  get gridStep(): number {
    return this.ground.spacing;
  }

  setPosture(q: number[], time?: number): void {
    this.robot.setPosture(q);
    if (this.path && this.data.motion && time !== undefined) {
      this.path.setSample(sampleBefore(this.data.motion.t, time));
    }
    this.ask();
  }

  places(): Map<number, Place> {
    return this.robot.places();
  }

  show(layer: Layer, on: boolean): void {
    if (on) this.hidden.delete(layer);
    else this.hidden.add(layer);
    this.robot.show(layer, on);
    if (layer === "path" && this.path) this.path.group.visible = on;
    this.materials.seeThrough(this.robot.has("meshes") && !this.hidden.has("meshes"));
    this.ask();
  }

  shows(layer: Layer): boolean {
    return !this.hidden.has(layer);
  }

  setTheme(name: ThemeName): void {
    this.materials.apply(THEMES[name]);
    this.ground.apply(THEMES[name]);
    this.stage.apply(THEMES[name]);
    this.ask();
  }

  resetView(): void {
    const { camera } = this.stage;
    const { front, right } = horizon(camera.up);
    const towards = front.multiplyScalar(Math.cos(AZIMUTH)).addScaledVector(right, Math.sin(AZIMUTH))
      .multiplyScalar(Math.cos(ELEVATION)).addScaledVector(camera.up, Math.sin(ELEVATION));
    const half = (camera.fov * Math.PI) / 360;
    const narrow = Math.min(half, Math.atan(Math.tan(half) * camera.aspect));
    const distance = this.ball.radius / Math.sin(narrow);
    this.controls.target.copy(this.ball.center);
    camera.position.copy(this.ball.center).addScaledVector(towards, distance);
    this.controls.update();
    this.ask();
  }

  start(): void {
    this.resize();
    this.resetView();
    this.watch.observe(this.view);
  }

  measure(): { renderer: string; frames: number; script: number[] } {
    return { renderer: this.stage.rendererName, frames: this.frames, script: [...this.script] };
  }

  dispose(): void {
    cancelAnimationFrame(this.awaited);
    this.watch.disconnect();
    this.controls.dispose();
    this.materials.dispose();
    this.stage.dispose();
  }

  /** The next picture, once. */
  ask(): void {
    if (!this.awaited) this.awaited = requestAnimationFrame((now) => this.draw(now));
  }

  private draw(now: number): void {
    const began = performance.now();
    this.awaited = 0;
    if (this.beforeFrame(now)) this.ask();
    this.controls.update();
    this.stage.render();
    this.labels.update(this.stage.camera, this.width, this.height, [], (anchor) => this.isShown(anchor));
    this.frames++;
    this.script.push(performance.now() - began);
    if (this.script.length > REMEMBERED) this.script.shift();
  }

  private isShown(anchor: Anchor): boolean {
    return !this.hidden.has("labels") && !this.hidden.has(anchor.layer);
  }

  private resize(): void {
    this.width = this.view.clientWidth || 1;
    this.height = this.view.clientHeight || 1;
    this.stage.resize(this.width, this.height);
    this.labels.measure();
    this.ask();
  }

  /** Where the tool goes along the motion, and a ball that holds all that is to be seen. */
  private trace(): { points: Vector3[]; tool: [number, number, number][]; ball: Sphere } {
    const { motion } = this.data;
    const before = this.robot.posture;
    const points = this.robot.extent();
    const tool: [number, number, number][] = [];
    const every = motion ? Math.max(1, Math.floor(motion.t.length / TRACED)) : 1;
    motion?.q.forEach((q, k) => {
      this.robot.setPosture(q);
      tool.push(this.robot.places().get(TOOL)!.p);
      if (k % every === 0) points.push(...this.robot.extent());
    });
    this.robot.setPosture(motion ? motion.q[0]! : before);
    const box = new Box3().setFromPoints([...points, new Vector3()]);
    box.union(new Box3().setFromObject(this.robot.root));
    const ball = box.getBoundingSphere(new Sphere());
    ball.radius = Math.max(ball.radius, 0.8 * this.data.unit);
    return { points, tool, ball };
  }
}

/** The floor is under the lowest point, and far enough under a base that a first joint fills. */
export function floorHeight(points: Vector3[], up: Vector3, unit: number): number {
  const low = Math.min(0, ...points.map((point) => point.dot(up)));
  return low < -1e-6 * unit ? Math.min(low - 0.3 * unit, -0.8 * unit) : -0.55 * unit;
}
