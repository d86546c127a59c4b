/** A round bar along a way with corners, each corner bent, the ends round. */
import { BufferAttribute, BufferGeometry, Vector3 } from "three";
import type { Vector } from "../types";

const BEND = 8;
/** So many rings make a round end. */
export const CAP = 5;

/** Points along the way, its corners replaced by arcs of about this radius. */
export function bent(corners: Vector[], radius: number): Vector3[] {
  const way = corners.map((c) => new Vector3(...c));
  if (!radius) return way;
  const points: Vector3[] = [];
  way.forEach((corner, k) => {
    const [before, after] = [way[k - 1], way[k + 1]];
    if (!before || !after) return points.push(corner);
    const cut = Math.min(radius, corner.distanceTo(before) / 2, corner.distanceTo(after) / 2);
    const a = corner.clone().lerp(before, cut / corner.distanceTo(before));
    const b = corner.clone().lerp(after, cut / corner.distanceTo(after));
    for (let i = 0; i <= BEND; i++) {
      const t = i / BEND;
      const left = a.clone().lerp(corner, t);
      points.push(left.lerp(corner.clone().lerp(b, t), t));
    }
    return 0;
  });
  return points;
}

/** The bar's surface: rings of points, carried along the way without a twist. */
export function tube(corners: Vector[], radius: number, bend: number, sides = 20): BufferGeometry {
  const points = bent(corners, bend);
  const rings: { at: Vector3; r: number; n: Vector3; slope: number }[] = [];
  const tangent = (k: number) => {
    const [a, b] = [points[Math.max(k - 1, 0)]!, points[Math.min(k + 1, points.length - 1)]!];
    return b.clone().sub(a).normalize();
  };
  const first = tangent(0);
  const last = tangent(points.length - 1);
  for (let i = 0; i < CAP; i++) {
    const angle = (Math.PI / 2) * (1 - i / CAP);
    const at = points[0]!.clone().addScaledVector(first, -radius * Math.sin(angle));
    rings.push({ at, r: radius * Math.cos(angle), n: first, slope: -Math.sin(angle) });
  }
  points.forEach((at, k) => rings.push({ at, r: radius, n: tangent(k), slope: 0 }));
  for (let i = 1; i <= CAP; i++) {
    const angle = (Math.PI / 2) * (i / CAP);
    const at = points.at(-1)!.clone().addScaledVector(last, radius * Math.sin(angle));
    rings.push({ at, r: radius * Math.cos(angle), n: last, slope: Math.sin(angle) });
  }
  const positions: number[] = [];
  const normals: number[] = [];
  let across = new Vector3(first.z, first.x, first.y).cross(first).normalize();
  if (across.lengthSq() < 0.5) across = new Vector3(1, 0, 0).cross(first).normalize();
  for (const ring of rings) {
    across.addScaledVector(ring.n, -across.dot(ring.n)).normalize();
    const other = ring.n.clone().cross(across);
    for (let j = 0; j <= sides; j++) {
      const angle = (2 * Math.PI * j) / sides;
      const out = across.clone().multiplyScalar(Math.cos(angle)).addScaledVector(other, Math.sin(angle));
      const p = ring.at.clone().addScaledVector(out, ring.r);
      const steep = Math.sqrt(1 - ring.slope ** 2);
      const normal = out.multiplyScalar(steep).addScaledVector(ring.n, ring.slope);
      positions.push(p.x, p.y, p.z);
      normals.push(normal.x, normal.y, normal.z);
    }
  }
  return ringed(positions, normals, rings.length, sides);
}

/** Triangles between rings of points. */
export function ringed(
  positions: number[], normals: number[], rings: number, sides: number,
): BufferGeometry {
  const triangles: number[] = [];
  for (let i = 0; i + 1 < rings; i++) {
    for (let j = 0; j < sides; j++) {
      const a = i * (sides + 1) + j;
      const b = a + sides + 1;
      triangles.push(a, a + 1, b, b, a + 1, b + 1);
    }
  }
  const made = new BufferGeometry();
  made.setAttribute("position", new BufferAttribute(new Float32Array(positions), 3));
  made.setAttribute("normal", new BufferAttribute(new Float32Array(normals), 3));
  made.setIndex(triangles);
  return made;
}
