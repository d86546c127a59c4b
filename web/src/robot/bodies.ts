/** Mass centres, as drawings mark them, and the ellipsoids of the same mass and inertia. */
import { Group, Matrix4, Mesh, SphereGeometry, Vector3 } from "three";
import type { Materials } from "../stage/materials";
import type { Body, Ellipsoid } from "../types";

const CENTRE = 0.05;
const THINNEST = 0.01;

/** A ball in eight parts, dark and light in turn. */
export function massCentre(body: Body, unit: number, materials: Materials): Group {
  const made = new Group();
  for (let k = 0; k < 8; k++) {
    const lower = k >= 4;
    const part = new SphereGeometry(
      1, 10, 8, (k % 4) * (Math.PI / 2), Math.PI / 2, lower ? Math.PI / 2 : 0, Math.PI / 2,
    );
    const dark = (k + (lower ? 1 : 0)) % 2 === 0;
    const piece = new Mesh(part, dark ? materials.dark : materials.light);
    piece.renderOrder = 4;
    made.add(piece);
  }
  made.scale.setScalar(CENTRE * unit);
  made.position.set(...body.com);
  return made;
}

export function ellipsoid(body: Body, shape: Ellipsoid, unit: number, materials: Materials): Mesh {
  const made = new Mesh(new SphereGeometry(1, 36, 24), materials.ellipsoid);
  const [a, b, c] = shape.halfAxes.map((half) => Math.max(half, THINNEST * unit));
  made.matrix.copy(rotation(shape.R)).scale(new Vector3(a, b, c));
  made.matrix.setPosition(...body.com);
  made.matrixAutoUpdate = false;
  made.renderOrder = 3;
  return made;
}

/** A rotation given row by row. */
export function rotation(R: number[]): Matrix4 {
  const [a, b, c, d, e, f, g, h, i] = R as [
    number, number, number, number, number, number, number, number, number,
  ];
  return new Matrix4().set(a, b, c, 0, d, e, f, 0, g, h, i, 0, 0, 0, 0, 1);
}
