/** The page round the viewer: it takes the scene that stands in the page and shows it. */
import type { SceneData } from "./types";
import type { Quality } from "./stage/stage";
import { mount, type Viewer } from "./viewer";

declare global {
  interface Window {
    /** The viewer of this page, for scripts and tests. */
    torsor?: Viewer;
  }
}

const VERSION = 1;
const host = document.getElementById("viewer")!;
try {
  const data = JSON.parse(document.getElementById("scene")!.textContent!) as SceneData;
  if (data.version !== VERSION) throw new Error(`a scene of version ${data.version}; expected ${VERSION}`);
  const asked = new URLSearchParams(location.hash.slice(1)).get("quality");
  const quality = asked === "fine" || asked === "fast" ? { quality: asked as Quality } : {};
  window.torsor = mount(host, data, { keys: document.body, ...quality });
} catch (error) {
  const told = document.createElement("p");
  told.className = "failed";
  told.textContent = `The robot cannot be shown in this browser: ${error instanceof Error ? error.message : error}`;
  host.replaceChildren(told);
}
