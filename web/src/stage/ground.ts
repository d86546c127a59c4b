/** The floor: a grid that fades away, the robot's shadow, and which way gravity pulls. */
import {
  Color, ConeGeometry, CylinderGeometry, Group, Mesh, PlaneGeometry, Quaternion, ShaderMaterial,
  ShadowMaterial, Vector3,
} from "three";
import type { Theme } from "../themes";
import type { Materials } from "./materials";

const VERTEX = `
varying vec2 at;
void main() {
  at = position.xy;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;

const FRAGMENT = `
varying vec2 at;
uniform float spacing, reach, strength;
uniform vec3 floorColor, lineColor, background;
float lines(float step) {
  vec2 place = at / step;
  vec2 width = fwidth(place);
  vec2 near = abs(fract(place - 0.5) - 0.5) / max(width, vec2(1e-6));
  float line = 1.0 - min(min(near.x, near.y), 1.0);
  return line * (1.0 - smoothstep(0.2, 0.6, max(width.x, width.y)));
}
void main() {
  float away = length(at) / reach;
  float fade = 1.0 - smoothstep(0.25, 1.0, away);
  float line = max(0.45 * lines(spacing), 0.9 * lines(5.0 * spacing)) * strength;
  vec3 color = mix(floorColor, lineColor, line);
  gl_FragColor = vec4(mix(background, color, fade), 1.0);
  #include <colorspace_fragment>
}`;

export class Ground {
  readonly group = new Group();
  readonly spacing: number;
  private readonly floor: ShaderMaterial;
  private readonly shadow = new ShadowMaterial();

  constructor(up: Vector3, height: number, radius: number) {
    this.spacing = roundStep(radius / 5);
    const reach = 5 * radius;
    this.floor = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: {
        spacing: { value: this.spacing }, reach: { value: reach }, strength: { value: 1 },
        floorColor: { value: new Color() }, lineColor: { value: new Color() },
        background: { value: new Color() },
      },
      depthWrite: false,
    });
    const plane = new PlaneGeometry(2 * reach, 2 * reach);
    const floor = new Mesh(plane, this.floor);
    floor.renderOrder = -2;
    const shadow = new Mesh(plane, this.shadow);
    shadow.receiveShadow = true;
    shadow.renderOrder = -1;
    shadow.position.z = 1e-4 * radius;
    this.shadow.depthWrite = false;
    this.group.add(floor, shadow);
    this.group.quaternion.copy(new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), up));
    this.group.position.copy(up).multiplyScalar(height);
  }

  apply(theme: Theme): void {
    const { floorColor, lineColor, background } = this.floor.uniforms;
    floorColor!.value.set(theme.ground);
    lineColor!.value.set(theme.grid);
    background!.value.set(theme.background);
    this.shadow.opacity = theme.shadow;
  }
}

/** 1, 2 or 5 times a power of ten, not more than this. */
export function roundStep(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most) + 1e-9);
  const part = most / power;
  return (part >= 5 ? 5 : part >= 2 ? 2 : 1) * power;
}

/** An arrow along z, its tail at the origin, of length one. */
export function arrow(material: Materials["gravity"], thick: number): Group {
  const made = new Group();
  const head = 5.5 * thick;
  const shaft = new Mesh(new CylinderGeometry(thick, thick, 1 - head, 16), material);
  shaft.rotation.x = Math.PI / 2;
  shaft.position.z = (1 - head) / 2;
  const tip = new Mesh(new ConeGeometry(2.4 * thick, head, 20), material);
  tip.rotation.x = Math.PI / 2;
  tip.position.z = 1 - head / 2;
  made.add(shaft, tip);
  return made;
}

/** Gravity beside the robot, above the floor. */
export function gravityArrow(
  gravity: Vector3, foot: Vector3, length: number, materials: Materials,
): Group {
  const made = arrow(materials.gravity, 0.028);
  made.scale.setScalar(length);
  made.quaternion.setFromUnitVectors(new Vector3(0, 0, 1), gravity.clone().normalize());
  made.position.copy(foot).addScaledVector(gravity.clone().normalize(), -length);
  return made;
}
