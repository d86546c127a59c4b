/** The robot's own surfaces: triangles packed as 16-bit steps, unpacked and shaded. */
import { BufferAttribute, BufferGeometry, Color, DoubleSide, Mesh, MeshStandardMaterial } from "three";
import { toCreasedNormals } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import type { Mesh as MeshData } from "../types";

const CREASE = (44 * Math.PI) / 180;

export function unpack(text: string): Uint16Array {
  const bytes = atob(text);
  const found = new Uint16Array(bytes.length >> 1);
  for (let k = 0; k < found.length; k++) {
    found[k] = bytes.charCodeAt(2 * k) | (bytes.charCodeAt(2 * k + 1) << 8);
  }
  return found;
}

/** The points of a mesh, three numbers each. */
export function points(data: MeshData): Float32Array {
  const steps = unpack(data.points);
  return Float32Array.from(steps, (step, k) => data.low[k % 3]! + data.step[k % 3]! * step);
}

export function surface(data: MeshData): Mesh {
  const shape = new BufferGeometry();
  shape.setAttribute("position", new BufferAttribute(points(data), 3));
  shape.setIndex(new BufferAttribute(unpack(data.triangles), 1));
  const material = new MeshStandardMaterial({
    color: new Color(data.color), roughness: 0.5, metalness: 0.1, side: DoubleSide,
  });
  const made = new Mesh(toCreasedNormals(shape, CREASE), material);
  shape.dispose();
  made.castShadow = made.receiveShadow = true;
  return made;
}
