/** A robot's parts hung on one another, so that a posture moves them. */
import { Box3, Group, Matrix4, Mesh, Object3D, Quaternion, Vector3 } from "three";
import type { Materials } from "../stage/materials";
import type { Bone, SceneData, Vector } from "../types";
import { add, scale, size, subtract } from "../vectors";
import type { Anchor, Layer } from "./anchors";
import { ellipsoid, massCentre, rotation } from "./bodies";
import { Lighting } from "./lighting";
import { FRAME, frame } from "./frames";
import { BODY, DRUM, jointBody, layRod, rod, towards } from "./joints";
import { surface } from "./meshes";
import { gripper, HAND, load } from "./tool";
import { tube } from "./tube";
import { linkStart, linkWay } from "./ways";

export const LINK = 0.052;
const BEND = 0.13;
/** How much of the bar is within the hand. */
const PALM = 0.05;
export const TOOL = -1;

/** A frame in base axes: its rotation row by row, and its origin. */
export interface Place {
  R: number[];
  p: Vector;
}

interface Slide {
  bone: Bone;
  rod: Mesh;
  axis: Vector3;
}

export class RobotModel {
  /** Link 0 is the base and −1 the tool. */
  readonly links = new Map<number, Group>();
  readonly anchors: Anchor[] = [];
  /** The joints' bodies. */
  readonly bodies: Object3D[] = [];
  /** Points along the links' bodies, each in the frame of its link. */
  readonly ways: { link: Object3D; points: Vector3[] }[] = [];
  private readonly seats = new Map<number, Group>();
  private readonly layers = new Map<Layer, Object3D[]>();
  private readonly slides: Slide[] = [];
  private readonly lighting: Lighting;
  private hand: Object3D | undefined;
  private load: Object3D | undefined;
  private q: number[];

  constructor(readonly data: SceneData, private readonly materials: Materials) {
    this.q = data.coordinates.map((one) => one.value);
    this.links.set(0, new Group());
    this.root.userData.link = 0;
    for (const bone of [...data.bones, data.tool]) this.hang(bone);
    for (const bone of [...data.bones, data.tool]) this.dress(bone);
    this.addFrame(0);
    this.addBodies();
    for (const mesh of data.meshes ?? []) this.put("meshes", mesh.link, surface(mesh));
    this.lighting = new Lighting(this.root);
    this.setPosture(this.q);
  }

  get root(): Group {
    return this.links.get(0)!;
  }

  get posture(): number[] {
    return [...this.q];
  }

  setPosture(q: number[]): void {
    this.q = [...q];
    for (const bone of this.data.bones) {
      if (bone.kind === "F") continue;
      const moved = displacement(bone, q);
      const link = this.links.get(bone.number)!;
      const axis = new Vector3(...bone.axis);
      if (bone.kind === "R") link.quaternion.setFromAxisAngle(axis, moved);
      else link.position.copy(axis.multiplyScalar(moved));
    }
    for (const { bone, rod: one, axis } of this.slides) {
      layRod(one, axis, bone.shift, displacement(bone, q), this.data.unit);
    }
    this.root.updateMatrixWorld(true);
  }

  /** Every frame as it stands now, read off the parts themselves; 0 the base, −1 the tool. */
  places(): Map<number, Place> {
    const found = new Map<number, Place>();
    const toBase = this.root.matrixWorld.clone().invert();
    for (const [number, link] of this.links) {
      const e = new Matrix4().multiplyMatrices(toBase, link.matrixWorld).elements as number[];
      const R = [0, 1, 2].flatMap((row) => [e[row]!, e[4 + row]!, e[8 + row]!]);
      found.set(number, { R, p: [e[12]!, e[13]!, e[14]!] });
    }
    return found;
  }

  show(layer: Layer, on: boolean): void {
    for (const part of this.layers.get(layer) ?? []) part.visible = on;
  }

  /** Light these links up; none where there are none. */
  light(links: number[]): void {
    this.lighting.light(links);
  }

  /** The frame of the tool. */
  get tool(): Group {
    return this.links.get(TOOL)!;
  }

  dispose(): void {
    this.lighting.dispose();
  }

  has(layer: Layer): boolean {
    return (this.layers.get(layer) ?? []).length > 0;
  }

  /** Where the hand is drawn, in base axes: at the tool's frame, or clear of the joint it lies in. */
  grip(): Vector {
    const at = (this.hand ?? this.tool).getWorldPosition(new Vector3());
    return this.root.worldToLocal(at).toArray() as Vector;
  }

  /** How far the hand is drawn from the tool's frame. */
  get reachOfHand(): number {
    return this.hand ? this.hand.getWorldPosition(new Vector3()).distanceTo(this.tool.getWorldPosition(new Vector3())) : 0;
  }

  /** Show a load in the hand, or none. */
  carry(on: boolean): void {
    if (!this.load && on) {
      this.load = load(this.materials);
      this.hand?.add(this.load);
    }
    if (this.load) this.load.visible = on;
  }

  /** All points that the robot's frames and joints are at, for finding a view. */
  extent(): Vector3[] {
    const found: Vector3[] = [];
    for (const bone of [...this.data.bones, this.data.tool]) {
      const link = this.links.get(bone.number || TOOL)!;
      found.push(link.getWorldPosition(new Vector3()));
      const seat = this.seats.get(bone.number || TOOL)!;
      found.push(seat.localToWorld(new Vector3(...scale(bone.axis, bone.shift))));
    }
    if (this.hand) found.push(this.hand.getWorldPosition(new Vector3()));
    return found;
  }

  /** The box of the base's own surface, where there is one. */
  baseBox(): Box3 | undefined {
    const box = new Box3();
    for (const part of this.layers.get("meshes") ?? []) {
      if (part.parent === this.root) box.expandByObject(part);
    }
    return box.isEmpty() ? undefined : box;
  }

  private put(layer: Layer, link: number, part: Object3D): void {
    this.links.get(link)?.add(part);
    this.enter(layer, part);
  }

  private enter(layer: Layer, part: Object3D): void {
    const parts = this.layers.get(layer) ?? [];
    parts.push(part);
    this.layers.set(layer, parts);
  }

  /** A bone's seat in its parent's frame, and its link in the seat. */
  private hang(bone: Bone): void {
    const [seat, link] = [new Group(), new Group()];
    seat.position.set(...bone.p);
    seat.quaternion.copy(new Quaternion().setFromRotationMatrix(rotation(bone.R)));
    this.links.get(bone.parent)!.add(seat.add(link));
    this.seats.set(bone.number || TOOL, seat);
    this.links.set(bone.number || TOOL, link);
    if (bone.kind !== "tool") seat.userData.link = bone.number;
  }

  /** The joint's body, the link that leads to it, its frame, its labels. */
  private dress(bone: Bone): void {
    const { unit } = this.data;
    const own = this.data.bones.find((other) => other.number === bone.parent);
    const ends = bone.kind === "tool" && bone.segments.length === 0;
    const whole = ends ? this.stub(own) : linkWay(own, bone);
    const corners = bone.kind === "tool" && !ends ? shortened(whole, (HAND - PALM) * unit) : whole;
    if (corners.length > 1) {
      const material = own ? this.materials.link : this.materials.base;
      const body = new Mesh(tube(corners, LINK * unit, BEND * unit), material);
      body.castShadow = body.receiveShadow = true;
      this.put("mechanism", bone.parent, body);
      this.ways.push({ link: this.links.get(bone.parent)!, points: pointsAlong(corners, 2 * LINK * unit) });
    }
    this.addLengths(own, bone);
    const seat = this.seats.get(bone.number || TOOL)!;
    if (bone.kind === "tool") this.addHand(own, whole);
    else {
      const axis = new Vector3(...bone.axis);
      const body = jointBody(bone, unit, this.materials);
      body.position.copy(axis).multiplyScalar(bone.shift);
      body.quaternion.copy(towards(axis));
      seat.add(body);
      this.enter("mechanism", body);
      if (bone.kind === "T") {
        const bar = rod(unit, this.materials);
        bar.quaternion.copy(towards(axis));
        seat.add(bar);
        this.enter("mechanism", bar);
        this.slides.push({ bone, rod: bar, axis });
      }
      this.bodies.push(body);
      const middle = new Vector3(...scale(bone.axis, bone.shift));
      if (bone.label) this.label(bone.label, "coordinate", seat, middle, "mechanism", 1, BODY * unit);
    }
    this.addFrame(bone.number || TOOL);
  }

  /** The way out of a last joint on which the tool's frame stands itself. */
  private stub(own: Bone | undefined): Vector[] {
    const axis: Vector = own && size(own.axis) ? own.axis : [0, 0, 1];
    const out = scale(axis, (own && own.shift < 0 ? -1 : 1) * (DRUM.half + PALM) * this.data.unit);
    const start = linkStart(own);
    return [start, add(start, out)];
  }

  /** The hand at the end of the way, clear of the last joint. */
  private addHand(own: Bone | undefined, corners: Vector[]): void {
    const { unit } = this.data;
    const [before, last] = [corners.at(-2), corners.at(-1)!];
    const came = before ? subtract(last, before) : ([0, 0, 1] as Vector);
    const hand = gripper(new Vector3(...came), unit, this.materials);
    const least = (DRUM.half + HAND) * unit;
    const further = Math.max(0, least - size(came));
    hand.position.set(...add(last, scale(came, further / (size(came) || 1))));
    this.hand = hand;
    hand.userData.tool = true;
    this.put("mechanism", own ? own.number : 0, hand);
  }

  private addFrame(number: number): void {
    const { unit } = this.data;
    const text = number === TOOL ? "tool" : String(number);
    this.put("frames", number, frame(unit, this.materials));
    const at = new Vector3(0.3, 0.3, 0.5).multiplyScalar(FRAME * unit);
    this.label(text, "frame", this.links.get(number)!, at, "frames", 3);
  }

  private addLengths(own: Bone | undefined, bone: Bone): void {
    const { unit } = this.data;
    const part = this.links.get(bone.parent)!;
    let at: Vector = linkStart(own);
    for (const segment of bone.segments) {
      const middle = new Vector3(...add(at, scale(segment.step, 0.5)));
      if (segment.label) this.label(segment.label, "length", part, middle, "mechanism", 2, 1.3 * LINK * unit);
      at = add(at, segment.step);
    }
  }

  private addBodies(): void {
    const { unit, bodies } = this.data;
    for (const body of bodies) {
      this.put("centres", body.link, massCentre(body, unit, this.materials));
      const at = new Vector3(...body.com);
      const text = body.link === TOOL ? "load" : `C${subscript(body.link)}`;
      const mass = `${text} ${Number(body.mass.toPrecision(3))} kg`;
      const part = this.links.get(body.link);
      if (part) this.label(mass, "centre", part, at, "centres", 4);
      if (body.ellipsoid) {
        this.put("ellipsoids", body.link, ellipsoid(body, body.ellipsoid, unit, this.materials));
      }
    }
  }

  private label(
    text: string, role: Anchor["role"], part: Object3D, at: Vector3, layer: Layer, rank: number,
    clear = 0,
  ): void {
    this.anchors.push({ text, role, part, at, layer, rank, clear });
  }
}

/** A way that ends sooner by this, as far as its last part is long enough. */
function shortened(corners: Vector[], by: number): Vector[] {
  const [before, last] = [corners.at(-2), corners.at(-1)!];
  const part = before && subtract(last, before);
  if (!part || size(part) < 1.5 * by) return corners;
  return [...corners.slice(0, -1), subtract(last, scale(part, by / size(part)))];
}

/** Points along a way, no further apart than a step. */
function pointsAlong(corners: Vector[], step: number): Vector3[] {
  const found = [new Vector3(...corners[0]!)];
  for (const [k, corner] of corners.slice(1).entries()) {
    const from = corners[k]!;
    const part = subtract(corner, from);
    const count = Math.min(40, Math.ceil(size(part) / step));
    for (let i = 1; i <= count; i++) found.push(new Vector3(...add(from, scale(part, i / count))));
  }
  return found;
}

/** How far a joint is turned or moved by the coordinates. */
export function displacement(bone: Bone, q: number[]): number {
  return bone.shares.reduce((sum, [k, share]) => sum + share * (q[k - 1] ?? 0), 0);
}

function subscript(number: number): string {
  return String(number).replace(/\d/g, (digit) => String.fromCharCode(0x2080 + Number(digit)));
}

