/** The studio's page: it connects an engine, reads the address, and shows a robot. */

import { element } from "../panel/elements";
import { readAddress } from "./address";
import { connect } from "./engine";
import { Shell } from "./page/shell";
import { sentenceOf, Studio } from "./studio";
import { START } from "./view";
import "./style/tokens.css";
import "./style/shell.css";
import "./style/controls.css";
import "./style/describe.css";
import "./style/read.css";
import "./style/move.css";
import "./style/judge.css";

const host = document.getElementById("studio")!;

async function begin(): Promise<void> {
  const waiting = element("p", { class: "starting", role: "status", text: "Torsor studio starts its engine …" });
  host.replaceChildren(waiting);
  const engine = connect();
  const [catalogue, asked] = await Promise.all([
    engine.ask("catalogue", {}, { progress: (told) => (waiting.textContent = `${told.says} …`) }),
    readAddress(location.hash),
  ]);
  const studio = new Studio(engine, catalogue);
  const shell = new Shell(studio);
  host.replaceChildren(shell.node);
  if (asked) studio.view.set(asked);
  if (!asked || asked.robot === START.robot) void studio.read();
  shell.start(asked === null);
  addEventListener("hashchange", () => {
    void readAddress(location.hash).then((view) => view && studio.view.set(view));
  });
}

begin().catch((error: unknown) => {
  host.replaceChildren(element("p", { class: "starting failed", role: "alert", text: `The studio could not be started: ${sentenceOf(error)}` }));
});
