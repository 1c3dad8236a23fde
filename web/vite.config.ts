import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** Where `meadhall serve` runs while `npm run dev` serves the pages. */
const server = process.env["MEADHALL_SERVER"] ?? "http://127.0.0.1:8000";

/** Where the server looks for the built page. */
const folder = fileURLToPath(new URL("../src/meadhall/server/static", import.meta.url));

/** Writes a Brotli and a gzip form beside every file that gets smaller by it. */
const compressAhead: Plugin = {
  name: "compress-ahead",
  apply: "build",
  closeBundle() {
    for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!file.isFile()) continue;
      const path = join(file.parentPath, file.name);
      const body = readFileSync(path);
      const forms = { ".br": brotliCompressSync(body), ".gz": gzipSync(body, { level: 9 }) };
      for (const [ending, form] of Object.entries(forms))
        if (form.length < body.length) writeFileSync(path + ending, form);
    }
  },
};

/** Ships the licence of each typeface with the page. */
const shipLicences: Plugin = {
  name: "ship-licences",
  apply: "build",
  generateBundle() {
    for (const font of ["@fontsource/grenze", "@fontsource-variable/source-sans-3"])
      this.emitFile({
        type: "asset",
        fileName: `licences/${font.replace(/.*\//, "")}.txt`,
        source: readFileSync(new URL(`node_modules/${font}/LICENSE`, import.meta.url)),
      });
  },
};

/** What the hall shares with all other pages: Svelte, and small modules. */
const START = /disclose-version|src\/(net\/(http|seatTokens)|lib\/settings\.svelte)\.ts$/;

export default defineConfig(({ mode }) => ({
  base: "./",
  plugins: [svelte(), shipLicences, compressAhead],
  build: {
    outDir: folder,
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    // In one file: in four, it would come with the heads of four answers, 2 kB more.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "start", test: START }] } } },
  },
  worker: { format: "es" },
  resolve: {
    alias: { $: fileURLToPath(new URL("./src", import.meta.url)) },
    // Vitest runs in Node, where Svelte would otherwise be taken for its server half.
    ...(mode === "test" ? { conditions: ["browser"] } : {}),
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
  test: { environment: "happy-dom", include: ["tests/**/*.test.ts"] },
}));
