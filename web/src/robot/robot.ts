/** A robot's parts hung on one another, so that a posture moves them. */
import { Group, Matrix4, Mesh, Object3D, Quaternion, Vector3 } from "three";
import type { Materials } from "../stage/materials";
import type { Bone, SceneData, Vector } from "../types";
import { add, scale, size, subtract } from "../vectors";
import type { Anchor, Layer } from "./anchors";
import { ellipsoid, massCentre, rotation } from "./bodies";
import { FRAME, frame } from "./frames";
import { DRUM, jointBody, layRod, rod, SLEEVE, towards } from "./joints";
import { surface } from "./meshes";
import { gripper } from "./tool";
import { tube } from "./tube";
import { linkStart, linkWay } from "./ways";

const LINK = 0.052;
const BEND = 0.13;
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
  private readonly seats = new Map<number, Group>();
  private readonly layers = new Map<Layer, Object3D[]>();
  private readonly slides: Slide[] = [];
  private q: number[];

  constructor(readonly data: SceneData, private readonly materials: Materials) {
    this.q = data.coordinates.map((one) => one.value);
    this.links.set(0, new Group());
    for (const bone of [...data.bones, data.tool]) this.hang(bone);
    for (const bone of [...data.bones, data.tool]) this.dress(bone);
    this.addFrame(0);
    this.addBodies();
    for (const mesh of data.meshes ?? []) this.put("meshes", mesh.link, surface(mesh));
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

  has(layer: Layer): boolean {
    return (this.layers.get(layer) ?? []).length > 0;
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
    return found;
  }

  /** The corner of each part's box, surfaces included. */
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
  }

  /** The joint's body, the link that leads to it, its frame, its labels. */
  private dress(bone: Bone): void {
    const { unit } = this.data;
    const own = this.data.bones.find((other) => other.number === bone.parent);
    const corners = linkWay(own, bone);
    if (corners.length > 1) {
      const material = own ? this.materials.link : this.materials.base;
      const body = new Mesh(tube(corners, LINK * unit, BEND * unit), material);
      body.castShadow = body.receiveShadow = true;
      this.put("mechanism", bone.parent, body);
    }
    this.addLengths(own, bone);
    const seat = this.seats.get(bone.number || TOOL)!;
    if (bone.kind === "tool") this.addHand(own, bone, corners);
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
      const beside = (bone.kind === "R" ? DRUM.half : SLEEVE.half) * unit;
      const at = new Vector3(...scale(bone.axis, bone.shift)).addScaledVector(axis, 0.4 * beside);
      if (bone.label) this.label(bone.label, "coordinate", seat, at, "mechanism", 1);
    }
    this.addFrame(bone.number || TOOL);
  }

  private addHand(own: Bone | undefined, bone: Bone, corners: Vector[]): void {
    const { unit } = this.data;
    const last = corners.at(-1)!;
    const before = corners.at(-2);
    const axis: Vector = own ? scale(own.axis, own.shift < 0 ? -1 : 1) : [0, 0, 1];
    const came = before ? subtract(last, before) : axis;
    const hand = gripper(new Vector3(...came), unit, this.materials);
    const reach = before ? 0 : 0.38;
    hand.position.set(...add(last, scale(came, (reach * unit) / (size(came) || 1))));
    if (before && size(came) < 0.36 * unit) {
      hand.position.add(new Vector3(...scale(came, 0.36 * unit / size(came) - 1)));
    }
    void bone;
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
    const part = this.links.get(bone.parent)!;
    let at: Vector = linkStart(own);
    for (const segment of bone.segments) {
      const middle = new Vector3(...add(at, scale(segment.step, 0.5)));
      if (segment.label) this.label(segment.label, "length", part, middle, "mechanism", 2);
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
  ): void {
    this.anchors.push({ text, role, part, at, layer, rank });
  }
}

/** How far a joint is turned or moved by the coordinates. */
export function displacement(bone: Bone, q: number[]): number {
  return bone.shares.reduce((sum, [k, share]) => sum + share * (q[k - 1] ?? 0), 0);
}

function subscript(number: number): string {
  return String(number).replace(/\d/g, (digit) => String.fromCharCode(0x2080 + Number(digit)));
}

