/** How the app is built, served while it is written, and tested. */

import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { defineConfig } from "vitest/config";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const KERNEL = `${ROOT}src/qttt/engine/_kernel/qttt.wasm`;

if (!existsSync(KERNEL)) {
  throw new Error("the kernel has not been compiled: run `make kernel` in the folder above");
}

/** Leaves beside each file what brotli makes of it, which `qttt serve` sends to browsers that take it. */
function compressed(): Plugin {
  let folder = "";
  return {
    name: "compressed",
    apply: "build",
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir);
    },
    closeBundle: {
      order: "post",
      sequential: true,
      handler() {
        const files = readdirSync(folder, { recursive: true, withFileTypes: true });
        for (const file of files.filter((each) => each.isFile() && !each.name.endsWith(".br"))) {
          const path = join(file.parentPath, file.name);
          writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path)));
        }
      },
    },
  };
}

/**
 * What is fetched together: all that is needed before the first move, what helps to study a game,
 * what it takes to play over the internet, and what teaches. Few large files are compressed much better than many small ones.
 */
const CHUNKS = [
  { name: "start", tags: ["$initial" as const], priority: 1 },
  // What some of the others have in common.
  {
    name: "common",
    test: /src\/(notation\/rules|screens\/(feature|panels\/files|settings\/Switch))\./,
  },
  {
    name: "analysis",
    test: /src\/(analysis|board|circuit|notation|screens\/(analysis|panels|review|teach)|study\/review)/,
  },
  { name: "online", test: /src\/(online|screens\/online)\/(?!room)/ },
  { name: "learning", test: /src\/(lessons|study|screens\/(lessons|puzzles))|puzzles\.tsv/ },
];

export default defineConfig({
  base: "./",
  plugins: [
    svelte(),
    VitePWA({
      registerType: "autoUpdate",
      injectRegister: null,
      includeManifestIcons: false,
      manifest: {
        id: "qttt",
        name: "Quantum tic-tac-toe",
        short_name: "Qttt",
        description: "Play quantum tic-tac-toe against a friend or a computer, also offline.",
        display: "standalone",
        orientation: "any",
        background_color: "#f3f5f8",
        theme_color: "#f3f5f8",
        categories: ["games", "education"],
        icons: [
          { src: "icon-192.png", sizes: "192x192", type: "image/png" },
          { src: "icon-512.png", sizes: "512x512", type: "image/png" },
          {
            src: "icon-512.png",
            sizes: "512x512",
            type: "image/png",
            purpose: "maskable",
          },
          { src: "icon.svg", sizes: "any", type: "image/svg+xml" },
        ],
      },
      workbox: {
        globPatterns: ["**/*.{html,js,css,wasm,qtb,svg,png,webmanifest}"],
        cleanupOutdatedCaches: true,
        // What is below it is the server's own.
        navigateFallbackDenylist: [/\/api\//],
      },
    }),
    compressed(),
  ],
  // The kernel, its table and the list of presets are outside this folder.
  server: { fs: { allow: [ROOT] } },
  worker: { format: "es" },
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
  },
  resolve: process.env["VITEST"] ? { conditions: ["browser"] } : {},
  test: {
    include: ["tests/**/*.test.ts"],
    environment: "node",
  },
});
