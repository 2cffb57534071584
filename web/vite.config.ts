/** How the app is built, served while it is written, and tested. */

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { VitePWA } from "vite-plugin-pwa";
import { defineConfig } from "vitest/config";

import { classOf, compressed, plainScripts, tables, withoutHydration } from "./plugins.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const KERNEL = `${ROOT}src/qttt/engine/_kernel/qttt.wasm`;

if (!existsSync(KERNEL)) {
  throw new Error("the kernel has not been compiled: run `make kernel` in the folder above");
}

const ELEMENTS = "svelte/src/internal/client/dom/elements";

/**
 * What is fetched together: all that is needed before the first move, what helps to study a game,
 * what it takes to play over the internet, and what teaches. Few large files are compressed much
 * better than many small ones.
 */
const CHUNKS = [
  { name: "start", tags: ["$initial" as const], priority: 1 },
  // What of Svelte only the others need, and what it takes to go on with a match or to follow a link
  // to one: nobody waits there for all that helps to study it.
  {
    name: "common",
    test: new RegExp(
      "src/(match/(replayed|saved-reader)|notation/(moves-reader|rules)|screens/feature)\\." +
        `|${ELEMENTS}/(actions|bindings/(input|size|universal|window))\\.`,
    ),
    priority: 2,
    includeDependenciesRecursively: false,
  },
  // What levels and lessons have in common.
  {
    name: "drawing",
    test: /src\/match\/drawing\./,
    priority: 2,
    includeDependenciesRecursively: false,
  },
  {
    name: "analysis",
    test: /src\/(analysis|board|circuit|i18n\/sizes|notation|study\/review|screens\/(analysis|Dialog|panels|review|settings|teach))/,
  },
  { name: "online", test: /src\/(online|screens\/online)\/(?!room)/ },
  { name: "learning", test: /src\/(lessons|study|screens\/(lessons|puzzles))|puzzles\.tsv/ },
];

const NAMED = "assets/[name]-[hash:6]";

export default defineConfig({
  base: "./",
  plugins: [
    svelte({
      // Each component says by runes what changes; what Svelte did before it had them is left out.
      compilerOptions: { runes: true, cssHash: classOf, discloseVersion: false },
    }),
    tables(),
    withoutHydration(),
    plainScripts(),
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
  worker: { format: "es", plugins: () => [tables()] },
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // What nobody uses of Svelte's is not needed for what it does besides either.
      treeshake: { moduleSideEffects: [{ test: new RegExp(ELEMENTS), sideEffects: false }] },
      output: {
        entryFileNames: `${NAMED}.js`,
        chunkFileNames: `${NAMED}.js`,
        assetFileNames: `${NAMED}[extname]`,
        codeSplitting: { groups: CHUNKS },
      },
    },
  },
  resolve: process.env["VITEST"] ? { conditions: ["browser"] } : {},
  test: {
    include: ["tests/**/*.test.ts"],
    environment: "node",
  },
});
