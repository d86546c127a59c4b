/** The built page as one file: its script and its style stand in it, so that it opens from a disk. */
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

export function oneFile(): Plugin {
  return {
    name: "one-file",
    enforce: "post",
    generateBundle(_options, bundle) {
      const page = bundle["index.html"];
      if (page?.type !== "asset") return;
      let html = String(page.source);
      for (const [name, part] of Object.entries(bundle)) {
        if (part.type === "chunk") {
          const code = part.code.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
          html = replaceTag(html, /<script[^>]*src="[^"]*"[^>]*><\/script>/, `<script type="module">${code}</script>`);
        } else if (name.endsWith(".css")) {
          html = replaceTag(html, /<link[^>]*rel="stylesheet"[^>]*>/, `<style>${String(part.source)}</style>`);
        } else continue;
        delete bundle[name];
      }
      // A module script in the head waits for the whole page, as the one that was linked did.
      const licence = readFileSync("node_modules/three/LICENSE", "utf-8").replaceAll("--", "- -");
      page.source = html.replace("<head>", () => `<head>\n    <!-- three.js:\n${licence}-->`);
    },
  };
}

function replaceTag(html: string, tag: RegExp, by: string): string {
  if (!tag.test(html)) throw new Error(`no ${tag} in the page`);
  return html.replace(tag, () => by);
}
