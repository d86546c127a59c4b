import { defineConfig } from "vite";
import { oneFile } from "./one_file.ts";

export default defineConfig({
  plugins: [oneFile()],
  build: {
    outDir: "dist",
    target: "es2022",
    assetsInlineLimit: 10_000_000,
    cssCodeSplit: false,
    modulePreload: false,
    reportCompressedSize: false,
  },
  test: { include: ["tests/**/*.test.ts"], environment: "node" },
} as Parameters<typeof defineConfig>[0]);
