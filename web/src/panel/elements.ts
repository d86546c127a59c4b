/** Elements of the page; what people wrote enters as text and never as markup. */

type Attributes = Record<string, string | number | boolean>;

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K, attributes: Attributes & { text?: string } = {}, ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  fill(made, attributes);
  made.append(...children);
  return made;
}

export function drawn<K extends keyof SVGElementTagNameMap>(
  tag: K, attributes: Attributes & { text?: string } = {}, ...children: Node[]
): SVGElementTagNameMap[K] {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  fill(made, attributes);
  made.append(...children);
  return made;
}

function fill(made: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "text") made.textContent = String(value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false) made.setAttribute(name, String(value));
  }
}
