/** The viewer: a robot in an element of a page, to be turned, moved and played. */
import { Charts } from "./panel/charts";
import { element } from "./panel/elements";
import { type IconName, icon } from "./panel/icons";
import { type Key, keyCard, listen } from "./panel/keys";
import { Sliders } from "./panel/sliders";
import { TimeBar } from "./panel/time_bar";
import { type Toggle, Toggles } from "./panel/toggles";
import { Player } from "./player";
import type { Layer } from "./robot/anchors";
import type { Place } from "./robot/robot";
import { postureAt } from "./samples";
import { Picture, type Viewpoint } from "./stage/picture";
import type { Pointed } from "./stage/pointing";
import type { Quality } from "./stage/stage";
import style from "./style.css?inline";
import { preferredTheme, type ThemeName } from "./themes";
import type { SceneData } from "./types";
import { printFigure } from "./units";

export interface Viewer {
  /** Move the robot to these coordinates, in radians and metres. */
  setPosture(q: number[]): void;
  posture(): number[];
  /** Go to a time of the motion, in seconds. */
  setTime(time: number): void;
  time(): number;
  play(): void;
  pause(): void;
  show(layer: Layer, on: boolean): void;
  setTheme(name: ThemeName): void;
  resetView(): void;
  /** Light these links up; 0 is the base. */
  light(links: number[]): void;
  viewpoint(): Viewpoint;
  setViewpoint(viewpoint: Viewpoint): void;
  /** The picture as it is seen, as a PNG. */
  photograph(): Promise<Blob | null>;
  /** Every frame in base axes, read off the picture's parts; 0 the base, −1 the tool. */
  places(): Map<number, Place>;
  /** What draws, and the milliseconds of script that each picture of late has taken. */
  measure(): { renderer: string; frames: number; script: number[] };
  dispose(): void;
}

export interface Options {
  /** How the stage is drawn; where it is not given, as the machine can. */
  quality?: Quality;
  /** Where keys are heard: the viewer alone where it is not given. */
  keys?: HTMLElement;
  /** Without title, panel and theme of its own, in a page that has them: a card shows the layers. */
  bare?: boolean;
  /** Told of the link that is pointed at, and of the tool that is dragged. */
  pointed?: Pointed;
  /** Told of every time of a motion that is shown. */
  timed?: (time: number) => void;
}

const LAYERS: { layer: Layer; text: string; key: string; on: boolean }[] = [
  { layer: "meshes", text: "Meshes", key: "S", on: true },
  { layer: "mechanism", text: "Joints", key: "J", on: true },
  { layer: "frames", text: "Frames", key: "F", on: false },
  { layer: "centres", text: "Mass centres", key: "M", on: false },
  { layer: "ellipsoids", text: "Inertia", key: "I", on: false },
  { layer: "labels", text: "Labels", key: "L", on: true },
  { layer: "path", text: "Path", key: "P", on: true },
];

/** Put a viewer into an element, which gives it its size. */
export function mount(host: HTMLElement, data: SceneData, options: Options = {}): Viewer {
  const root = element("div", { class: "torsor-viewer", tabindex: 0 });
  const view = element("div", { class: "view" });
  const panel = element("aside", { class: "panel" });
  const bare = options.bare ?? false;
  dress();
  root.append(element("div", { class: bare ? "layout bare" : "layout" }, view, ...(bare ? [] : [panel])));
  host.append(root);

  let theme: ThemeName = preferredTheme();
  const { motion } = data;
  const picture = new Picture(view, data, options.quality, options.pointed);
  const sliders = new Sliders(data.coordinates, (q) => {
    player?.pause();
    picture.setPosture(q);
  });
  const charts = motion && new Charts(motion, (time) => goTo(time));
  const bar = motion && new TimeBar(motion, () => player?.flip(), (time) => goTo(time), (speed) => player?.pace(speed));
  const player = motion && new Player(motion, showTime, (on) => {
    bar?.setPlaying(on);
    picture.ask();
  });
  const toggles = new Toggles(layersOf(data), show);
  picture.beforeFrame = (now) => player?.advance(now) ?? false;

  function showTime(time: number): void {
    const q = postureAt(motion!, time);
    picture.setPosture(q, time);
    sliders.set(q);
    charts?.setTime(time);
    bar?.setTime(time);
    options.timed?.(time);
  }
  function goTo(time: number): void {
    player?.pause();
    player?.setTime(time);
  }
  function show(layer: Layer, on: boolean): void {
    toggles.set(layer, on);
    picture.show(layer, on);
    if (layer === "meshes" && on === picture.shows("mechanism")) show("mechanism", !on);
  }
  function setTheme(name: ThemeName): void {
    theme = name;
    root.dataset.theme = name;
    picture.setTheme(name);
    themeButton.replaceChildren(icon(name === "dark" ? "sun" : "moon"));
  }

  const keys: Key[] = [
    { key: "r", text: "reset the view", act: () => picture.resetView() },
    ...(bare ? [] : [{ key: "t", text: "light or dark", act: () => setTheme(theme === "dark" ? "light" : "dark") }]),
    ...layersOf(data).map(({ layer, text, key }) => ({
      key: key.toLowerCase(), text: text.toLowerCase(), act: () => toggles.flip(layer),
    })),
    { key: "0", text: "the first posture", act: () => startAgain() },
    { key: "?", text: "this card", act: () => flipCard() },
  ];
  if (player && motion) {
    const stride = (motion.t.at(-1)! - motion.t[0]!) / 100;
    keys.unshift(
      { key: " ", shown: "space", text: "play, pause", act: () => player.flip() },
      { key: "ArrowLeft", shown: "←", text: "back", act: () => goTo(player.time - stride) },
      { key: "ArrowRight", shown: "→", text: "on", act: () => goTo(player.time + stride) },
    );
  }
  function startAgain(): void {
    if (motion) goTo(motion.t[0]!);
    else {
      const q = data.coordinates.map((one) => one.value);
      picture.setPosture(q);
      sliders.set(q);
    }
  }
  const card = keyCard(keys, () => flipCard());
  function flipCard(): void {
    if (card.isConnected) card.remove();
    else view.append(card);
  }

  const themeButton = button("moon", "Light or dark (T)", () => setTheme(theme === "dark" ? "light" : "dark"));
  const layers = element("div", { class: "card layers", role: "dialog", "aria-label": "Show" }, toggles.node);
  const tools = element(
    "div", { class: "tools", role: "toolbar", "aria-label": "View" },
    button("reset", "Reset the view (R)", () => picture.resetView()),
    bare ? button("layers", "What is shown", () => (layers.isConnected ? layers.remove() : view.append(layers))) : themeButton,
    button("keys", "Mouse and keys (?)", flipCard),
  );
  const [name, ...more] = data.title.split(" (");
  const heading = element("h1", { text: name! });
  if (more.length) heading.append(element("small", { text: ` ${more.join(" (").replace(/\)$/, "")}` }));
  const step = `grid ${printFigure(picture.gridStep)} m`;
  if (!bare) view.append(element("header", {}, heading));
  view.append(tools, element("p", { class: "grid-step", text: step }));
  if (bar) view.append(bar.node);

  if (!bare) panel.append(section("Show", toggles.node, true));
  if (charts) panel.append(section("Along the motion", charts.node, true));
  const coordinates = section("Coordinates", sliders.node, !motion || data.coordinates.length < 4);
  if (!motion) panel.append(coordinates);
  const told = [...data.notes, picture.remark].filter(Boolean);
  if (told.length) {
    const notes = told.map((note) => element("li", { text: note }));
    panel.append(section("Notes", element("ul", { class: "notes" }, ...notes), true));
  }
  if (motion) panel.append(coordinates);
  for (const { layer, on } of layersOf(data)) picture.show(layer, on);
  setTheme(theme);
  const deaf = listen(options.keys ?? root, keys);
  const asked = matchMedia("(prefers-color-scheme: dark)");
  const follow = () => setTheme(preferredTheme());
  if (!bare) asked.addEventListener("change", follow);
  if (player) {
    showTime(motion!.t[0]!);
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) player.play();
  }
  picture.start();

  return {
    setPosture(q) {
      player?.pause();
      picture.setPosture(q);
      sliders.set(q);
    },
    posture: () => picture.posture,
    setTime: goTo,
    time: () => player?.time ?? 0,
    play: () => player?.play(),
    pause: () => player?.pause(),
    show,
    setTheme,
    resetView: () => picture.resetView(),
    light: (links) => picture.light(links),
    viewpoint: () => picture.viewpoint,
    setViewpoint(viewpoint) {
      picture.viewpoint = viewpoint;
    },
    photograph: () => picture.photograph(),
    places: () => picture.places(),
    measure: () => picture.measure(),
    dispose() {
      deaf();
      asked.removeEventListener("change", follow);
      picture.dispose();
      root.remove();
    },
  };
}

let sheet: CSSStyleSheet | undefined;

/** The style, once for a page; as a sheet and not as an element, which strict pages forbid. */
function dress(): void {
  if (sheet) return;
  sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets.push(sheet);
}

/** The layers that there is something in. */
function layersOf(data: SceneData): Toggle[] {
  const meshes = (data.meshes ?? []).length > 0;
  const there: Partial<Record<Layer, boolean>> = {
    meshes,
    centres: data.bodies.length > 0,
    ellipsoids: data.bodies.some((body) => body.ellipsoid),
    path: data.motion !== undefined,
  };
  return LAYERS.filter(({ layer }) => there[layer] ?? true).map((one) =>
    one.layer === "mechanism" || one.layer === "labels" ? { ...one, on: one.on && !meshes } : one,
  );
}

function section(title: string, content: HTMLElement, open: boolean): HTMLElement {
  return element("details", { class: "section", open }, element("summary", { text: title }), content);
}

function button(name: IconName, title: string, act: () => void): HTMLButtonElement {
  const made = element("button", { type: "button", class: "round", title, "aria-label": title }, icon(name));
  made.addEventListener("click", act);
  return made;
}

