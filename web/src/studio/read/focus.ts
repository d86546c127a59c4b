/** From term to term by the arrows. */

export function moveFocus(from: HTMLElement, key: string, within: HTMLElement): boolean {
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1 }[key];
  if (!step) return false;
  const all = [...within.querySelectorAll<HTMLElement>(".run[role]")];
  const at = all.indexOf(from);
  const next = key === "ArrowRight" || key === "ArrowLeft" ? all[at + step] : nearestBeside(all, at, step);
  if (!next) return true;
  from.tabIndex = -1;
  next.tabIndex = 0;
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: "nearest" });
  return true;
}

/** The term of the next line that stands most nearly above or below. */
function nearestBeside(all: HTMLElement[], at: number, step: number): HTMLElement | undefined {
  const own = all[at]!;
  const middle = centre(own);
  let line: Element | null = null;
  let best: HTMLElement | undefined;
  for (let k = at + step; k >= 0 && k < all.length; k += step) {
    const one = all[k]!;
    const its = one.closest(".line");
    if (its === own.closest(".line")) continue;
    line ??= its;
    if (its !== line) break;
    if (!best || Math.abs(centre(one) - middle) < Math.abs(centre(best) - middle)) best = one;
  }
  return best;
}

function centre(node: Element): number {
  const { left, width } = node.getBoundingClientRect();
  return left + width / 2;
}
