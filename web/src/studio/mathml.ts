/** Mathematics of an engine as nodes: presentation MathML of known elements, and nothing else. */

const MATHML = "http://www.w3.org/1998/Math/MathML";

const ELEMENTS = new Set([
  "math", "mrow", "mi", "mn", "mo", "mtext", "mspace", "msub", "msup", "msubsup", "mover", "munder",
  "munderover", "mfrac", "msqrt", "mroot", "mmultiscripts", "mprescripts", "mpadded", "mstyle",
  "mtable", "mtr", "mtd", "none",
]);

const ATTRIBUTES = new Set([
  "accent", "class", "columnalign", "columnspacing", "depth", "display", "displaystyle", "fence", "form",
  "height", "lspace", "mathvariant", "maxsize", "minsize", "rowspacing", "rspace", "scriptlevel",
  "separator", "stretchy", "symmetric", "voffset", "width",
]);

const parser = new DOMParser();

/** A `math` element of this markup; what is no MathML is left out, text stays text. */
export function math(markup: string): MathMLElement {
  const made = document.createElementNS(MATHML, "math");
  const read = parser.parseFromString(`<math xmlns="${MATHML}">${markup}</math>`, "application/xml");
  const root = read.documentElement;
  if (root.localName !== "math" || root.getElementsByTagName("parsererror").length) made.append(plain(markup));
  else adopt(root, made);
  return made;
}

/** How many elements stand in a node, itself counted. */
export function countNodes(node: Element): number {
  return 1 + node.getElementsByTagName("*").length;
}

/** What a MathML tree shows, to compare symbols by: its shape and its letters. */
export function keyOf(node: Element): string {
  let inside = "";
  for (const child of node.childNodes) {
    if (child instanceof Element) inside += keyOf(child);
    else inside += (child.textContent ?? "").trim();
  }
  return `${node.localName}(${inside})`;
}

/** The only element of some markup, as a key; nothing where there are several. */
export function keyOfMarkup(markup: string): string {
  const root = math(markup);
  const only = root.children.length === 1 ? root.children[0]! : undefined;
  return only ? keyOf(only) : "";
}

function adopt(from: Element, to: Element): void {
  for (const child of from.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) to.append(child.textContent ?? "");
    else if (child instanceof Element && child.namespaceURI === MATHML && ELEMENTS.has(child.localName)) {
      const made = document.createElementNS(MATHML, child.localName);
      for (const { name, value } of child.attributes) {
        if (ATTRIBUTES.has(name)) made.setAttribute(name, value);
      }
      adopt(child, made);
      to.append(made);
    }
  }
}

function plain(text: string): Element {
  const made = document.createElementNS(MATHML, "mtext");
  made.textContent = text;
  return made;
}
