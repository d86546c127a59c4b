/** The bodies of joints: a drum that turns, a sleeve that slides, a block that holds. */
import { CylinderGeometry, Group, LatheGeometry, Mesh, Object3D, Quaternion, Vector2, Vector3 } from "three";
import { RoundedBoxGeometry } from "three/examples/jsm/geometries/RoundedBoxGeometry.js";
import type { Materials } from "../stage/materials";
import type { Bone } from "../types";

/** Sizes as parts of a typical link's length. */
export const DRUM = { radius: 0.115, half: 0.14 };
export const SLEEVE = { half: 0.15, wide: 0.19 };
/** How far a label stands from a joint's middle. */
export const BODY = 0.17;
export const ROD = 0.085;

const Z = new Vector3(0, 0, 1);

/** The direction z turned to an axis. */
export function towards(axis: Vector3): Quaternion {
  return new Quaternion().setFromUnitVectors(Z, axis);
}

/** What stays with the link that carries the joint, along z. */
export function jointBody(bone: Bone, unit: number, materials: Materials): Object3D {
  const made = bone.kind === "R" ? drum(materials) : bone.kind === "T" ? sleeve(materials) : block(materials);
  made.scale.setScalar(unit);
  made.traverse((part) => {
    part.castShadow = part.receiveShadow = true;
  });
  return made;
}

function drum(materials: Materials): Object3D {
  const { radius: r, half: h } = DRUM;
  const edge = 0.018;
  const profile = [
    [0, -h], [r - edge, -h], [r - 0.3 * edge, -h + 0.3 * edge], [r, -h + edge],
    [r, h - edge], [r - 0.3 * edge, h - 0.3 * edge], [r - edge, h], [0, h],
  ].map(([x, y]) => new Vector2(x, y));
  const body = new Mesh(new LatheGeometry(profile, 48), materials.turning);
  body.rotation.x = Math.PI / 2;
  const cap = new Mesh(new CylinderGeometry(0.66 * r, 0.66 * r, 2 * h + 0.012, 40), materials.cap);
  cap.rotation.x = Math.PI / 2;
  const pin = new Mesh(new CylinderGeometry(0.24 * r, 0.24 * r, 2 * h + 0.022, 24), materials.turning);
  pin.rotation.x = Math.PI / 2;
  return new Group().add(body, cap, pin);
}

function sleeve(materials: Materials): Object3D {
  const { half, wide } = SLEEVE;
  const body = new Mesh(new RoundedBoxGeometry(wide, wide, 2 * half, 4, 0.02), materials.sliding);
  const collar = new Mesh(
    new RoundedBoxGeometry(0.72 * wide, 0.72 * wide, 2 * half + 0.014, 3, 0.012), materials.cap,
  );
  return new Group().add(body, collar);
}

function block(materials: Materials): Object3D {
  return new Mesh(new RoundedBoxGeometry(0.14, 0.14, 0.14, 3, 0.015), materials.fixed);
}

/** The rod of a slide, from its link's origin back through the sleeve: z from 0 to 1. */
export function rod(unit: number, materials: Materials): Mesh {
  const thick = ROD * unit;
  const made = new Mesh(new RoundedBoxGeometry(1, 1, 1, 1, 0.02), materials.cap);
  made.scale.set(thick, thick, 1);
  made.castShadow = made.receiveShadow = true;
  return made;
}

/** Lay the rod along the slide: from a little beyond the sleeve to the moving end. */
export function layRod(made: Mesh, axis: Vector3, shift: number, moved: number, unit: number): void {
  const beyond = (SLEEVE.half + 0.06) * unit;
  const low = Math.min(moved, shift) - (moved > shift ? beyond : 0.5 * ROD * unit);
  const high = Math.max(moved, shift) + (moved > shift ? 0.5 * ROD * unit : beyond);
  made.scale.z = high - low;
  made.position.copy(axis).multiplyScalar((low + high) / 2);
}
