/** Where the camera stands so that everything is in the picture and fills it. */
import { Vector3 } from "three";

export interface Ball {
  centre: Vector3;
  radius: number;
}

/** Parts of the picture's height and width that stay free at its edges. */
export interface Margins {
  top: number;
  bottom: number;
  side: number;
}

export interface Standpoint {
  target: Vector3;
  position: Vector3;
}

const ROUNDS = 6;

/**
 * The camera looks against `towards`. Its picture is narrowed to what the margins leave; the target
 * is moved to the middle of what is seen, and the distance taken that the widest part needs.
 */
export function fit(
  balls: Ball[], towards: Vector3, up: Vector3, field: number, aspect: number, margins: Margins,
): Standpoint {
  const right = up.clone().cross(towards).normalize();
  const above = towards.clone().cross(right);
  const tall = Math.tan(field / 2);
  const wide = tall * aspect;
  const free = { x: 1 - 2 * margins.side, y: 1 - margins.top - margins.bottom };
  const target = new Vector3();
  for (const ball of balls) target.addScaledVector(ball.centre, 1 / balls.length);
  let distance = 0;
  for (let round = 0; round < ROUNDS; round++) {
    distance = 0;
    for (const { centre, radius } of balls) {
      const at = centre.clone().sub(target);
      const [x, y, z] = [at.dot(right), at.dot(above), at.dot(towards)];
      distance = Math.max(
        distance, z + radius + (Math.abs(x) + radius) / (wide * free.x),
        z + radius + (Math.abs(y) + radius) / (tall * free.y),
      );
    }
    const seen = [Infinity, -Infinity, Infinity, -Infinity] as [number, number, number, number];
    for (const { centre, radius } of balls) {
      const at = centre.clone().sub(target);
      const deep = distance - at.dot(towards);
      const [x, y, r] = [at.dot(right) / deep, at.dot(above) / deep, radius / deep];
      seen[0] = Math.min(seen[0], x - r);
      seen[1] = Math.max(seen[1], x + r);
      seen[2] = Math.min(seen[2], y - r);
      seen[3] = Math.max(seen[3], y + r);
    }
    target.addScaledVector(right, (distance * (seen[0] + seen[1])) / 2);
    target.addScaledVector(above, (distance * (seen[2] + seen[3])) / 2);
  }
  // The free part's middle is not the picture's: the margins above and below differ.
  const position = target.clone().addScaledVector(towards, distance);
  const shift = above.multiplyScalar(distance * tall * (margins.top - margins.bottom));
  return { target: target.add(shift), position: position.add(shift) };
}
