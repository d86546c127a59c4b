/** The studio: a folder that any web server can hold, every address in it relative. */
import { defineConfig, type Plugin } from "vite";

function indexed(): Plugin {
  return {
    name: "indexed",
    enforce: "post",
    generateBundle(_options, bundle) {
      const page = bundle["studio.html"];
      if (page) page.fileName = "index.html";
    },
  };
}

export default defineConfig({
  base: "./",
  plugins: [indexed()],
  worker: { format: "es" },
  build: {
    outDir: "dist-studio",
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2000,
    rolldownOptions: { input: "studio.html" },
  },
});
