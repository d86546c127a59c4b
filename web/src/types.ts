/** A scene as plain data, as `torsor.drawing.scene.data` and `torsor.drawing.viewer` write it. */

export type Vector = [number, number, number];

/** A rotation, row by row. */
export type Rotation = number[];

/** Some of a link's way to the next joint, in the axes of the link, and the length on it. */
export interface Segment {
  step: Vector;
  label: string;
}

/** A joint (or the tool, number 0) in its parent's frame, all coordinates zero. */
export interface Bone {
  number: number;
  parent: number;
  kind: "R" | "T" | "F" | "tool";
  name: string;
  label: string;
  axis: Vector;
  R: Rotation;
  p: Vector;
  /** Which coordinates move it, counted from 1, and how much of each. */
  shares: [number, number][];
  /** How far along its axis the joint's body stands from its foot. */
  shift: number;
  segments: Segment[];
}

export interface Coordinate {
  name: string;
  label: string;
  /** R in radians, T in metres. */
  kind: "R" | "T";
  lower: number;
  upper: number;
  /** Whether the bounds are the robot's own. */
  limited: boolean;
  value: number;
}

export interface Ellipsoid {
  R: Rotation;
  halfAxes: Vector;
}

/** A body whose mass and mass centre are known, in the frame of its link; link −1 is the tool. */
export interface Body {
  link: number;
  mass: number;
  com: Vector;
  ellipsoid: Ellipsoid | null;
}

/** Triangles of one colour in the frame of a link: points as 16-bit steps of a box. */
export interface Mesh {
  link: number;
  color: string;
  /** The box's lowest corner and the size of a step. */
  low: Vector;
  step: Vector;
  /** Base64 of unsigned 16-bit numbers, little end first. */
  points: string;
  triangles: string;
}

/** A curve over time, one number for each time. */
export interface Curve {
  label: string;
  values: (number | null)[];
}

/** Curves that share a frame: one coordinate's, one force's, or the energies. */
export interface Chart {
  quantity: "position" | "force" | "energy";
  unit: string;
  curves: Curve[];
}

export interface Event {
  t: number;
  text: string;
}

export interface Motion {
  t: number[];
  /** A row of coordinates for each time, in radians and metres. */
  q: number[][];
  charts: Chart[];
  events: Event[];
}

export interface SceneData {
  version: number;
  name: string;
  title: string;
  /** The length of a typical link. */
  unit: number;
  gravity: Vector;
  up: Vector;
  coordinates: Coordinate[];
  bones: Bone[];
  tool: Bone;
  bodies: Body[];
  notes: string[];
  meshes?: Mesh[];
  motion?: Motion;
}
