/** What everything stands on: renderer, camera, lamps, surroundings. */
import {
  Color, DirectionalLight, HemisphereLight, NeutralToneMapping, PCFShadowMap, PerspectiveCamera, PMREMGenerator,
  Scene, SRGBColorSpace, Vector3, WebGLRenderer,
} from "three";
import { RoomEnvironment } from "three/examples/jsm/environments/RoomEnvironment.js";
import type { Theme } from "../themes";

const FIELD = 30;
/** So much more sky stands for the surroundings where there are none. */
const PLAIN = 2.6;
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/** Fine is with shadows and smooth edges, which a machine without a graphics card draws slowly. */
export type Quality = "fine" | "fast";

function findQuality(): Quality {
  const gl = document.createElement("canvas").getContext("webgl2");
  if (!gl) throw new Error("it has no WebGL 2");
  const fast = SOFTWARE.test(nameOf(gl));
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return fast ? "fast" : "fine";
}

function nameOf(gl: WebGLRenderingContext | WebGL2RenderingContext): string {
  const told = gl.getExtension("WEBGL_debug_renderer_info");
  return String(gl.getParameter(told ? told.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
}

export class Stage {
  readonly renderer: WebGLRenderer;
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(FIELD, 1, 0.01, 100);
  private readonly sky = new HemisphereLight("#ffffff", "#8d98a8", 1);
  private readonly lamp = new DirectionalLight("#ffffff", 1);

  private readonly fine: boolean;

  constructor(canvas: HTMLCanvasElement, readonly up: Vector3, quality = findQuality()) {
    this.fine = quality === "fine";
    this.renderer = new WebGLRenderer({ canvas, antialias: this.fine });
    this.renderer.outputColorSpace = SRGBColorSpace;
    this.renderer.toneMapping = NeutralToneMapping; // white bodies keep their shades
    this.renderer.shadowMap.enabled = this.fine;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.camera.up.copy(up);
    if (this.fine) this.surround();
    this.sky.position.copy(up);
    this.lamp.castShadow = true;
    this.lamp.shadow.mapSize.set(2048, 2048);
    this.lamp.shadow.radius = 5;
    this.lamp.shadow.bias = -0.0004;
    this.scene.add(this.sky, this.lamp, this.lamp.target);
  }

  /** A bright room that metal mirrors. */
  private surround(): void {
    const maker = new PMREMGenerator(this.renderer);
    const room = new RoomEnvironment();
    this.scene.environment = maker.fromScene(room, 0.03).texture;
    room.dispose();
    maker.dispose();
  }

  /** Lamps and planes for a robot that stays within this ball. */
  light(centre: Vector3, radius: number, front: Vector3, right: Vector3): void {
    this.lamp.target.position.copy(centre);
    this.lamp.position.copy(centre)
      .addScaledVector(this.up, 3.2 * radius)
      .addScaledVector(front, 1.6 * radius)
      .addScaledVector(right, -1.5 * radius);
    const camera = this.lamp.shadow.camera;
    camera.left = camera.bottom = -1.6 * radius;
    camera.right = camera.top = 1.6 * radius;
    camera.near = 0.1 * radius;
    camera.far = 9 * radius;
    camera.updateProjectionMatrix();
    this.lamp.shadow.normalBias = 0.004 * radius;
    this.camera.near = radius / 60;
    this.camera.far = radius * 60;
  }

  apply(theme: Theme): void {
    this.scene.background = new Color(theme.background);
    this.sky.intensity = theme.sky + (this.fine ? 0 : PLAIN * theme.surroundings);
    this.lamp.intensity = theme.lamp;
    this.scene.environmentIntensity = theme.surroundings;
  }

  resize(width: number, height: number): void {
    this.renderer.setPixelRatio(this.fine ? Math.min(devicePixelRatio || 1, 2) : 1);
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
  }

  render(): void {
    this.renderer.render(this.scene, this.camera);
  }

  /** What draws: the graphics card's name, or the software that stands for one. */
  get rendererName(): string {
    return nameOf(this.renderer.getContext());
  }

  dispose(): void {
    this.scene.environment?.dispose();
    this.renderer.dispose();
  }
}

/** The directions that a view begins with: towards the reader, and to the right. */
export function horizon(up: Vector3): { front: Vector3; right: Vector3 } {
  const largest = [up.x, up.y, up.z].map(Math.abs);
  const k = largest.indexOf(Math.max(...largest));
  const front = new Vector3().setComponent((k + 1) % 3, 1);
  front.addScaledVector(up, -front.dot(up)).normalize();
  return { front, right: up.clone().cross(front) };
}
