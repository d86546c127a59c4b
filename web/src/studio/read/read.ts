/** Reading: the equations of a robot, searched, coloured, weighed, and asked where they come from. */

import { element } from "../../panel/elements";
import { Latest } from "../cells";
import type { EquationRow, Equations, Found, Run } from "../protocol";
import { sentenceOf, type Studio } from "../studio";
import { button } from "../ui/controls";
import { say } from "../ui/dialog";
import { type Asked, askedOf } from "./asked";
import { copyMenu } from "./copy";
import { Drawer } from "./drawer";
import { Legend, shareBar } from "./legend";
import { Glyphs } from "./line";
import { LineStore } from "./lines";
import { moveFocus } from "./focus";
import { Sheet, terms } from "./sheet";
import { showSizes } from "./sizes";
import { Tip } from "./tip";
import { Toolbar } from "./toolbar";
import { showWeights, stateFields } from "./weigh";
import { showWhy } from "./why";
import { showProof } from "./proof";

const LETTER = 17;
const NARROWEST = 14;

export class Read {
  readonly node = element("div", { class: "read" });
  private readonly scroller = element("div", { class: "scroller" });
  private readonly banner = element("div", { class: "banner", hidden: true });
  private readonly index = element("nav", { class: "index", "aria-label": "Equations" });
  private readonly summary = element("p", { class: "summary" });
  /** The equations have a load at the tool, which can be taken off here. */
  private readonly loaded: HTMLElement = button("with tool load ×", () => this.studio.change({ payload: "none" }), { class: "effect-chip payload", title: "A load at the tool is in the equations: take it off. It is put on again under Hypotheses." });
  private readonly map = element("div", { class: "map", hidden: true });
  private readonly legend: Legend;
  private readonly tip: Tip;
  private readonly toolbar: Toolbar;
  private readonly drawer: Drawer;
  private readonly latest = new Latest();
  private readonly weighing = new Latest();
  private sheet: Sheet | undefined;
  private store: LineStore | undefined;
  private asked: Asked | null = null;
  private control = new AbortController();
  private found: Found | undefined;
  private hit = -1;
  private room = 0;
  /** Terms that are shown struck out. */
  private gone = 0;
  /** Weigh again, while the weights are shown. */
  private recount: (() => void) | undefined;

  constructor(private readonly studio: Studio) {
    this.tip = new Tip(studio);
    this.legend = new Legend(studio, (only) => {
      this.scroller.dataset.only = only;
    });
    this.drawer = new Drawer(() => {
      this.recount = undefined;
      studio.lit.set([]);
    });
    studio.drawn.watch(() => this.recount?.());
    studio.view.watch((view, before) => view.values !== before.values && this.recount?.());
    const map = button("Term counts", () => void this.flipMap(), { class: "button quiet", sign: "library", title: "How many terms the entries of M and C have" });
    this.toolbar = new Toolbar(studio, (text) => void this.search(text), (step) => this.goToHit(step));
    const proof = button("Proof", () => void this.prove(), { class: "button quiet", sign: "check", title: "Derive the model in other ways and compare, identity by identity" });
    const tools = element("span", { class: "under-tools" }, proof, map, copyMenu(studio, () => this.taken(), () => this.gone));
    const bar = element("div", { class: "under" }, this.summary, this.loaded, this.legend.node);
    this.toolbar.node.append(tools);
    this.node.append(this.toolbar.node, bar, this.banner, this.index, this.map, element("div", { class: "reading" }, this.scroller, this.drawer.node), this.tip.node);
    this.listen();
    const again = () => void this.load();
    studio.description.watch(again);
    studio.view.watch((view, before) => {
      const style = JSON.stringify(view.style) !== JSON.stringify(before.style);
      // Where the robot changes too, its description comes by and by, and its equations with it.
      const compared = (view.before !== before.before || view.staying !== before.staying) && view.robot === before.robot;
      if (view.form !== before.form || style || compared) again();
    });
    studio.failure.watch(() => this.fail());
    studio.link.watch((link) => this.light(link));
    let late: ReturnType<typeof setTimeout> | undefined;
    new ResizeObserver(() => {
      clearTimeout(late);
      late = setTimeout(() => Math.abs(this.measure() - this.room) > 3 && again(), 200);
    }).observe(this.scroller);
  }

  /** How many ems a line may be wide. */
  private measure(): number {
    return this.scroller.clientWidth ? Math.max(NARROWEST, (this.scroller.clientWidth - 64) / LETTER) : this.room;
  }

  private async load(): Promise<void> {
    this.room = this.measure();
    if (!this.room) return;
    const asked = askedOf(this.studio, Math.round(this.room));
    if (!asked) return;
    try {
      const found = await this.latest.ask((signal) => this.studio.ask("equations", { ...asked, first: 40 }, signal));
      if (found) this.show(asked, found);
    } catch (error) {
      this.clear(sentenceOf(error));
    }
  }

  private show(asked: Asked, found: Equations): void {
    const same = this.asked?.form === asked.form && JSON.stringify(this.asked.robot) === JSON.stringify(asked.robot);
    const top = same ? this.scroller.scrollTop : 0;
    this.control.abort();
    this.control = new AbortController();
    this.sheet?.dispose();
    this.drawer.close();
    this.toolbar.clear();
    this.found = undefined;
    this.asked = asked;
    this.store = new LineStore(
      this.studio, asked, this.control.signal, (equation, block, total) => this.sheet?.came(equation, block, total),
      (error) => say(sentenceOf(error), "failed"),
    );
    const glyphs = new Glyphs(this.studio.symbols.values());
    this.sheet = new Sheet(this.store, glyphs, this.scroller, (equation) => this.tools(equation), () => this.filled());
    this.scroller.replaceChildren(this.sheet.node);
    this.legend.show(found);
    this.sheet.show(found);
    this.scroller.scrollTop = top;
    const time = found.seconds > 0.0005 ? `, derived in ${found.seconds < 0.1 ? `${(1000 * found.seconds).toFixed(0)} ms` : `${found.seconds.toFixed(2)} s`}` : "";
    const stays = found.gone ? `${(found.terms - found.gone).toLocaleString("en")} of ` : "";
    this.gone = found.gone;
    this.summary.textContent = `${stays}${terms(found.terms)}${time}`;
    this.summary.title = `${found.method}, ${found.notation} notation`;
    this.loaded.hidden = !this.studio.robot.value || this.studio.robot.value.payload === "none";
    this.compare(asked, found);
    this.list(found);
    if (!this.map.hidden) void this.fillMap();
    this.node.dataset.ready = asked.form;
  }

  private clear(sentence: string): void {
    this.control.abort();
    this.sheet?.dispose();
    this.sheet = undefined;
    this.legend.node.hidden = true;
    this.summary.textContent = "";
    this.index.replaceChildren();
    this.scroller.replaceChildren(element("p", { class: "failure", role: "alert", text: sentence }));
  }

  private fail(): void {
    const { failure } = this.studio;
    this.node.classList.toggle("stale", failure.value !== null);
    if (failure.value && !this.sheet) this.clear(failure.value.sentence);
  }

  /** What the hypotheses made since take away. */
  private compare(asked: Asked, found: Equations): void {
    const { before, staying } = this.studio.view.value;
    this.banner.hidden = !before;
    if (!before) return;
    const flip = button(staying ? "Show what goes too" : "Show what stays", () => this.studio.patch({ staying: !staying }), { class: "button" });
    if (!asked.against) return this.banner.replaceChildren(element("p", { text: "Only what stays under the hypotheses is shown." }), flip);
    const share = found.terms ? Math.round((100 * found.gone) / found.terms) : 0;
    this.banner.replaceChildren(
      element("p", { text: found.gone ? `The hypotheses take away ${found.gone.toLocaleString("en")} of ${terms(found.terms)} (${share} %); they are struck out.` : "The hypotheses take no term away." }),
      flip,
    );
  }

  private list(found: Equations): void {
    const all = found.sections.flatMap((one) => one.equations);
    this.index.hidden = all.length < 2 || all.length > 14;
    if (this.index.hidden) return this.index.replaceChildren();
    this.index.replaceChildren(...all.map((equation) => {
      const one = element("button", { type: "button" }, element("span", { text: equation.text }), element("small", { text: String(equation.terms) }));
      one.addEventListener("click", () => this.sheet?.goTo(equation.id));
      return one;
    }));
  }

  /** What is taken away of the page: what stays, not what is struck out. */
  private taken(): Asked | null {
    return this.asked && { ...this.asked, robot: this.asked.against ?? this.asked.robot };
  }

  private tools(equation: EquationRow): Node[] {
    const made: Node[] = [];
    if (equation.terms > 1) made.push(element("span", { class: "count", text: `${terms(equation.terms)}${equation.gone ? `, ${equation.gone} gone` : ""}` }));
    if (Object.keys(equation.effects).length && equation.terms > 2) made.push(shareBar(equation.effects));
    const tools = element("span", { class: "equation-tools" });
    if (equation.traceable && equation.terms > 1) {
      const weigh = button("Largest", () => void this.weigh(equation.id), { class: "button quiet small", sign: "weigh", title: `The largest terms of ${equation.text} in this posture` });
      weigh.setAttribute("aria-label", weigh.title);
      tools.append(weigh);
    }
    if (equation.terms) tools.append(copyMenu(this.studio, () => this.taken(), () => equation.gone, equation));
    if (equation.terms > 8) tools.append(button("", () => this.sheet?.fold(equation.id), { class: "round small fold", sign: "down", title: `Fold ${equation.text}` }));
    made.push(tools);
    return made;
  }

  private listen(): void {
    const node = this.scroller;
    const runAt = (target: EventTarget | null) => (target instanceof Element ? target.closest(".run") : null);
    node.addEventListener("pointerover", (event) => {
      if (event.pointerType === "touch") return;
      this.tip.show(event.target as Element);
      const run = runAt(event.target);
      this.studio.lit.set((run && this.sheet?.runs.get(run)?.links) || []);
    });
    node.addEventListener("pointerleave", () => {
      this.tip.show(null);
      this.studio.lit.set([]);
    });
    node.addEventListener("scroll", () => this.tip.show(null), { passive: true });
    node.addEventListener("click", (event) => this.press(runAt(event.target)));
    node.addEventListener("keydown", (event) => {
      const run = runAt(event.target);
      if (!run) return;
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        this.press(run);
      } else if (moveFocus(run as HTMLElement, event.key, node)) event.preventDefault();
    });
    node.addEventListener("focusin", (event) => {
      const run = runAt(event.target);
      if (run) this.studio.lit.set(this.sheet?.runs.get(run)?.links ?? []);
    });
  }

  private press(run: Element | null): void {
    const own: Run | undefined = run ? this.sheet?.runs.get(run) : undefined;
    const equation = run?.closest<HTMLElement>("[data-equation]")?.dataset.equation;
    if (!own?.term || !equation || getSelection()?.toString()) return;
    for (const one of this.scroller.querySelectorAll(".run.asked")) one.classList.remove("asked");
    run!.classList.add("asked");
    this.tip.show(null);
    void this.why(equation, own.term);
  }

  /** The unit of a driving force; of other entries none is told. */
  private unitOf(equation: string): string {
    const number = /^tau\[?(\d+)\]?$/.exec(equation)?.[1];
    const joint = this.studio.robot.value?.joints.filter((one) => one.kind !== "F")[Number(number) - 1];
    return number && joint ? (joint.kind === "T" ? "N" : "N m") : "";
  }

  private async why(equation: string, term: string, from?: { value: string; act: () => void }): Promise<void> {
    if (!this.asked) return;
    const { robot, style } = this.asked;
    const found = await this.studio.tryAsk("why", { robot, equation, term, ...(style.notation ? { notation: style.notation } : {}) });
    if (!found) return;
    this.recount = undefined;
    const back = from ? [button("← Largest terms", from.act, { class: "button quiet" })] : [];
    this.drawer.open(from ? `Where it comes from: ${from.value}` : "Where it comes from", ...back, ...showWhy(this.studio, found));
  }

  private async weigh(equation: string): Promise<void> {
    if (!this.asked) return;
    const result = element("div", { class: "weighed", "aria-live": "polite" });
    const unit = this.unitOf(equation);
    const count = async () => {
      const taken = this.taken();
      if (!taken) return;
      const { robot, style } = taken;
      const asked = { robot, equation, values: this.studio.stateValues(), count: 24, ...(style.notation ? { notation: style.notation } : {}) };
      try {
        const found = await this.weighing.ask((signal) => this.studio.ask("weigh", asked, signal));
        if (found) result.replaceChildren(...showWeights(found, unit, (term, value) => void this.why(equation, term, { value: `${value}${unit && ` ${unit}`}`, act: () => void this.weigh(equation) })));
      } catch (error) {
        result.replaceChildren(element("p", { class: "hint", text: sentenceOf(error) }), element("p", { class: "hint", text: "Symbols get numbers under Numbers, beside the robot." }));
      }
    };
    const fields = element("div");
    this.recount = () => {
      if (!fields.contains(document.activeElement)) fields.replaceChildren(stateFields(this.studio, () => void count()));
      void count();
    };
    this.drawer.open("The largest terms", fields, result);
    this.recount();
  }

  private async prove(): Promise<void> {
    const robot = this.taken()?.robot;
    if (!robot) return;
    this.recount = undefined;
    this.drawer.open("What is proven", element("p", { class: "hint wait", text: "The model is derived in other ways and compared …" }));
    const found = await this.studio.tryAsk("verify", { robot });
    if (found && this.drawer.isOpen) this.drawer.open("What is proven", ...showProof(found));
  }

  private async search(text: string): Promise<void> {
    if (!this.asked || !this.store || !this.sheet) return;
    const { robot, form, style, room } = this.asked;
    this.hit = -1;
    this.found = undefined;
    if (!text) {
      this.toolbar.tell("");
      this.store.forget("");
      this.sheet.renew();
      return;
    }
    try {
      this.found = await this.studio.ask("search", { robot, form, style, room, term: text }, this.control.signal);
      this.toolbar.tell(this.found.count ? terms(this.found.count) : "none");
      this.store.forget(text);
      this.sheet.renew();
      if (this.found.count) this.goToHit(1);
    } catch (error) {
      if (this.control.signal.aborted) return;
      this.toolbar.fail(sentenceOf(error));
      this.store.forget("");
      this.sheet.renew();
    }
  }

  private goToHit(step: 1 | -1): void {
    const hits = this.found?.hits ?? [];
    if (!hits.length) return;
    this.hit = (this.hit + step + hits.length) % hits.length;
    const { equation, block, line } = hits[this.hit]!;
    this.sheet?.goTo(equation, block, line);
    this.toolbar.tell(`${terms(this.found!.count)}, line ${this.hit + 1} of ${hits.length}`);
  }

  private async flipMap(): Promise<void> {
    this.map.hidden = !this.map.hidden;
    if (!this.map.hidden) await this.fillMap();
  }

  private async fillMap(): Promise<void> {
    if (!this.asked) return;
    const found = await this.studio.tryAsk("sizes", { robot: this.asked.robot });
    if (!found) return;
    this.map.replaceChildren(showSizes(found, (equation) => {
      if (this.asked?.form === "matrices") this.sheet?.goTo(equation);
      else {
        this.studio.patch({ form: "matrices" });
        const wait = this.studio.busy.watch((busy) => {
          if (busy) return;
          wait();
          this.sheet?.goTo(equation);
        });
      }
    }));
  }

  /** One term can be reached by the tabulator; from it the arrows lead on. */
  private filled(): void {
    const reached = this.scroller.querySelector('.run[tabindex="0"]');
    if (!reached) this.scroller.querySelector<HTMLElement>(".run[role]")?.setAttribute("tabindex", "0");
    this.light(this.studio.link.value);
    this.node.dataset.nodes = String(this.sheet?.nodes ?? 0);
  }

  private light(link: number): void {
    this.scroller.classList.toggle("pointing", link >= 0);
    for (const [node, run] of this.sheet?.runs ?? []) node.classList.toggle("lit", link >= 0 && run.links.includes(link));
  }
}
