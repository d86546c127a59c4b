/** The robot on its stage: drawn when something changed, and only then. */
import { Box3, Sphere, Vector3 } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { element } from "../panel/elements";
import type { Anchor, Layer } from "../robot/anchors";
import { BODY, DRUM } from "../robot/joints";
import { ToolPath } from "../robot/path";
import { Pedestal } from "../robot/pedestal";
import { LINK, type Place, RobotModel } from "../robot/robot";
import { isCarrying, sampleBefore } from "../samples";
import { THEMES, type ThemeName } from "../themes";
import type { SceneData } from "../types";
import { printFigure } from "../units";
import { type Ball, fit } from "./fit";
import { gravityArrow, Ground } from "./ground";
import type { Box } from "./label_layout";
import { Labels } from "./labels";
import { Materials } from "./materials";
import { type Pointed, Pointing } from "./pointing";
import { horizon, type Quality, Stage } from "./stage";

const AZIMUTH = (38 * Math.PI) / 180;
const ELEVATION = (22 * Math.PI) / 180;
const REMEMBERED = 240;
const TRACED = 400;

export interface Viewpoint {
  position: number[];
  target: number[];
}

/** Along a joint's body, where labels look whether they cover it. */
const ENDS = [-0.07, 0, 0.07];

export class Picture {
  /** Called before each picture; true asks for another. */
  beforeFrame: (now: number) => boolean = () => false;
  private readonly canvas = element("canvas", { role: "img", "aria-label": "the robot in three dimensions" });
  private readonly materials = new Materials();
  private readonly stage: Stage;
  private readonly robot: RobotModel;
  private readonly ground: Ground;
  private readonly labels: Labels;
  private readonly controls: OrbitControls;
  private readonly path: ToolPath | undefined;
  private readonly ball: Sphere;
  /** What a view is to hold. */
  private readonly seen: Ball[];
  private readonly hidden = new Set<Layer>();
  private readonly watch: ResizeObserver;
  private readonly pointing: Pointing | undefined;
  private readonly script: number[] = [];
  private readonly point = new Vector3();
  private frames = 0;
  private awaited = 0;
  private width = 1;
  private height = 1;

  constructor(
    private readonly view: HTMLElement, private readonly data: SceneData, quality?: Quality,
    pointed?: Pointed,
  ) {
    const up = new Vector3(...data.up);
    view.append(this.canvas);
    this.stage = new Stage(this.canvas, up, quality);
    this.robot = new RobotModel(data, this.materials);
    const traced = this.trace();
    this.ball = traced.ball;
    const { front, right } = horizon(up);
    const base = this.robot.baseBox();
    const height = base ? lowest(base, up) : floorHeight(traced.points, up, data.unit);
    this.ground = new Ground(up, height, this.ball.radius);
    this.stage.light(this.ball.center, this.ball.radius, front, right);
    this.stage.scene.add(this.robot.root, this.ground.group);
    if (!base) this.stage.scene.add(new Pedestal(up, height, data.unit, this.materials).group);
    this.path = data.motion && new ToolPath(traced.tool, data.unit, this.materials);
    if (this.path) this.stage.scene.add(this.path.group);
    this.seen = traced.points.map((centre) => ({ centre, radius: 0.2 * data.unit }));
    this.seen.push({ centre: up.clone().multiplyScalar(height), radius: 0.36 * data.unit });
    const anchors = [...this.robot.anchors];
    const gravity = new Vector3(...data.gravity);
    if (gravity.length() > 0) {
      const foot = up.clone().multiplyScalar(height + 0.15 * data.unit)
        .addScaledVector(right, -0.75 * data.unit).addScaledVector(front, 0.4 * data.unit);
      this.seen.push({ centre: foot, radius: 0.15 * data.unit });
      const arrow = gravityArrow(gravity, foot, 0.6 * data.unit, this.materials);
      this.stage.scene.add(arrow);
      anchors.push({ text: "g", role: "gravity", part: arrow, at: new Vector3(0, 0, 0.45), layer: "labels", rank: 0, clear: 0 });
    }
    this.labels = new Labels(anchors);
    view.append(this.labels.node);
    this.controls = new OrbitControls(this.stage.camera, this.canvas);
    this.controls.enableDamping = true;
    this.controls.dampingFactor = 0.12;
    this.controls.maxDistance = 20 * this.ball.radius;
    this.controls.minDistance = 0.15 * this.ball.radius;
    this.controls.addEventListener("change", () => this.ask());
    if (pointed) {
      this.pointing = new Pointing(this.canvas, this.stage.camera, this.robot.root, this.robot.tool, this.controls, pointed);
    }
    this.watch = new ResizeObserver(() => this.resize());
  }

  get posture(): number[] {
    return this.robot.posture;
  }

  /** What is drawn otherwise than it is. */
  get remark(): string {
    const far = this.robot.reachOfHand;
    if (!this.path || far < 0.02 * this.data.unit) return "";
    return `the gripper, and its path, are drawn ${printFigure(far)} m out from the tool's frame, which lies in the last joint`;
  }

  get gridStep(): number {
    return this.ground.spacing;
  }

  setPosture(q: number[], time?: number): void {
    this.robot.setPosture(q);
    if (this.path && this.data.motion && time !== undefined) {
      this.path.setSample(sampleBefore(this.data.motion.t, time));
      this.robot.carry(isCarrying(this.data.motion, time));
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

  /** Light these links up. */
  light(links: number[]): void {
    this.robot.light(links);
    this.ask();
  }

  /** The picture as it is seen, without labels. */
  photograph(): Promise<Blob | null> {
    this.stage.render();
    return new Promise((resolve) => this.canvas.toBlob(resolve, "image/png"));
  }

  /** Where the view is taken from and what it looks at. */
  get viewpoint(): Viewpoint {
    return { position: this.stage.camera.position.toArray(), target: this.controls.target.toArray() };
  }

  set viewpoint({ position, target }: Viewpoint) {
    this.stage.camera.position.fromArray(position);
    this.controls.target.fromArray(target);
    this.controls.update();
    this.ask();
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
    const bar = this.data.motion ? 78 : 24;
    const margins = { top: 58 / this.height, bottom: bar / this.height, side: 30 / this.width };
    const field = (camera.fov * Math.PI) / 180;
    const { target, position } = fit(this.seen, towards, camera.up, field, camera.aspect, margins);
    this.controls.target.copy(target);
    camera.position.copy(position);
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
    this.pointing?.dispose();
    this.robot.dispose();
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
    this.labels.update(this.stage.camera, this.width, this.height, this.obstacles(), this.robotBoxes(), (anchor) => this.isShown(anchor));
    this.frames++;
    this.script.push(performance.now() - began);
    if (this.script.length > REMEMBERED) this.script.shift();
  }

  /** The joints' bodies on the screen, which labels keep clear of. */
  private obstacles(): Box[] {
    if (this.hidden.has("mechanism") || this.hidden.has("labels")) return [];
    return this.robot.bodies.map((body) => {
      body.getWorldPosition(this.point);
      return this.boxRound(this.point, 0.62 * BODY);
    });
  }

  /** The robot on the screen, bit by bit, on which labels are hard to read. */
  private robotBoxes(): Box[] {
    if (this.hidden.has("mechanism") || this.hidden.has("labels")) return [];
    const { ways, bodies } = this.robot;
    const drums = bodies.flatMap((body) =>
      ENDS.map((z) => this.boxRound(body.localToWorld(this.point.set(0, 0, z)), DRUM.radius)),
    );
    const links = ways.flatMap(({ link, points }) =>
      points.map((point) => this.boxRound(link.localToWorld(this.point.copy(point)), LINK)),
    );
    return [...drums, ...links];
  }

  /** A square on the screen round a point of the world, which is lost; its half in typical links. */
  private boxRound(point: Vector3, size: number): Box {
    const half = this.labels.pixels(this.stage.camera, point, size * this.data.unit, this.height);
    point.project(this.stage.camera);
    const x = ((point.x + 1) / 2) * this.width;
    const y = ((1 - point.y) / 2) * this.height;
    return { x: x - half, y: y - half, width: 2 * half, height: 2 * half };
  }

  private isShown(anchor: Anchor): boolean {
    return !this.hidden.has("labels") && !this.hidden.has(anchor.layer);
  }

  private resize(): void {
    const unseen = this.width === 1;
    this.width = this.view.clientWidth || 1;
    this.height = this.view.clientHeight || 1;
    this.stage.resize(this.width, this.height);
    this.labels.measure();
    if (unseen && this.width > 1) this.resetView();
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
      tool.push(this.robot.grip());
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

/** The height of a box's lowest corner. */
function lowest(box: Box3, up: Vector3): number {
  const { min, max } = box;
  const part = (k: 0 | 1 | 2) => Math.min(min.getComponent(k) * up.getComponent(k), max.getComponent(k) * up.getComponent(k));
  return part(0) + part(1) + part(2);
}

/** The floor is under the lowest point, and far enough under a base that a first joint fills. */
export function floorHeight(points: Vector3[], up: Vector3, unit: number): number {
  const low = Math.min(0, ...points.map((point) => point.dot(up)));
  return low < -1e-6 * unit ? Math.min(low - 0.3 * unit, -0.8 * unit) : -0.55 * unit;
}
