/** Where labels belong: what is written, at which point of which part, and with which layer. */
import type { Object3D, Vector3 } from "three";

export type Layer = "mechanism" | "frames" | "centres" | "ellipsoids" | "labels" | "meshes" | "path";

export interface Anchor {
  text: string;
  /** How the style sheet calls it. */
  role: "coordinate" | "frame" | "length" | "centre" | "gravity";
  part: Object3D;
  at: Vector3;
  /** How far round the point the label keeps off, in the robot's own measure. */
  clear: number;
  /** Written while this layer is shown. */
  layer: Layer;
  /** The lower, the sooner it gets its place. */
  rank: number;
}
