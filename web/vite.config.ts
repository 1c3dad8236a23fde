import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

/** Where `meadhall serve` runs while `npm run dev` serves the pages. */
const server = process.env["MEADHALL_SERVER"] ?? "http://127.0.0.1:8000";

export default defineConfig(({ mode }) => ({
  base: "./",
  plugins: [svelte()],
  build: {
    outDir: "../src/meadhall/server/static",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
  },
  resolve: {
    alias: { $: fileURLToPath(new URL("./src", import.meta.url)) },
    // Vitest runs in Node, where Svelte would otherwise be taken for its server half.
    ...(mode === "test" ? { conditions: ["browser"] } : {}),
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
  test: { environment: "happy-dom", include: ["tests/**/*.test.ts"] },
}));
