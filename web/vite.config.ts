/** Build and development server; tests are configured in vitest.config.ts. */

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { VitePWA } from "vite-plugin-pwa";

import { APP, targets } from "./browsers.ts";
import { classOf, compressed, failOnWarnings, plainScripts, tables } from "./plugins.ts";
import { texts } from "./texts.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const KERNEL = `${ROOT}src/qttt/engine/_kernel/qttt.wasm`;

if (!existsSync(KERNEL)) {
  throw new Error("the kernel has not been compiled: run `make kernel` in the folder above");
}

/**
 * Chunks loaded together: everything before the first move, most other screens, newcomers' screens,
 * online play, and homework. A few large files compress much better than many small ones.
 */
const CHUNKS = [
  { name: "start", tags: ["$initial" as const], priority: 1 },
  // Shown during the first games, which need nothing of study and teaching.
  {
    name: "coach",
    test: /src\/(guide\/coaching|screens\/guide\/Coach)/,
    priority: 1,
  },
  {
    name: "study",
    test: /src\/(analysis|board|circuit|lessons|notation|study|screens\/(analysis|daily|files|game|games|lessons|panels|parts\/ZoomFrame|parity|puzzles|record|review|settings|share|teach))/,
  },
  // Shown on the first screen after a first visit.
  {
    name: "home",
    test: /screens\/(daily\/DailyCard|games\/ContinueGame|welcome\/SetupDialog)/,
    priority: 1,
  },
  { name: "guide", test: /src\/(guide|screens\/guide)\/(?!tutorial-progress)/ },
  { name: "online", test: /src\/(online|screens\/(account|online))\// },
  { name: "online-homework", test: /src\/(screens\/)?school\/homework\// },
  { name: "online-teacher", test: /src\/screens\/school\/teacher\// },
];

const NAMED = "[name]-[hash:6]";

/** Messages are separate chunks, since they contain no code. */
function nameOf({ moduleIds }: { moduleIds: readonly string[] }): string {
  const isText = moduleIds.every((id) => /\/src\/i18n\/|\0\w+:[\w/]+$/.test(id));
  return `assets/${isText ? "texts-" : ""}${NAMED}.js`;
}

const strict = failOnWarnings();

export default defineConfig({
  base: "./",
  plugins: [
    svelte({
      configFile: false,
      onwarn: strict.onwarn,
      // Only runes; support for legacy components is left out.
      compilerOptions: { runes: true, cssHash: classOf, discloseVersion: false },
    }),
    tables(),
    texts(),
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
        background_color: "#e9eef6",
        theme_color: "#e9eef6",
        categories: ["games", "education"],
        shortcuts: [
          { name: "Puzzle of the day", url: "./#daily" },
          { name: "Play online", url: "./#online" },
          { name: "Analysis", url: "./#analysis" },
        ],
        icons: [
          { src: "icon-192.png", sizes: "192x192", type: "image/png", purpose: "any" },
          { src: "icon-512.png", sizes: "512x512", type: "image/png", purpose: "any" },
          {
            src: "icon-512.png",
            sizes: "512x512",
            type: "image/png",
            purpose: "maskable",
          },
          { src: "icon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" },
        ],
      },
      workbox: {
        importScripts: ["push.js"],
        globIgnores: ["push.js"],
        globPatterns: ["**/*.{html,js,css,wasm,qtb,svg,png,webmanifest}"],
        // Evaluators are kept when an analysis needs them; their names have a hash.
        runtimeCaching: [
          {
            urlPattern: /\.qte$/,
            handler: "CacheFirst",
            options: { cacheName: "evaluators" },
          },
        ],
        cleanupOutdatedCaches: true,
        // The app's own addresses work offline, with any parameters; pictures and frames do not.
        navigateFallback: "index.html",
        navigateFallbackAllowlist: [/^\/((p|g|i|puzzle|daily|room)\/[^.?]*|room|daily)(\?|$)/],
        ignoreURLParametersMatching: [/./],
      },
    }),
    compressed(),
    strict.plugin,
  ],
  // The kernel, its table and evaluators, and the presets are outside this folder.
  server: { fs: { allow: [ROOT] } },
  worker: {
    format: "es",
    plugins: () => [tables()],
    // WebKit runs a worker's script again if another file imports it, so it only starts the others.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: "kernel", test: /^(?!.*\/worker\.ts$)/, tags: ["$initial"] }],
        },
      },
    },
  },
  build: {
    target: targets(APP),
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: "licenses.md" },
    rolldownOptions: {
      // Timings depend on the machine and are not defects.
      checks: { bundlerTimings: false },
      // Drop unused modules of Svelte, although they have side effects.
      treeshake: {
        moduleSideEffects: [
          { test: /svelte\/src\/internal\/client\/dom\/elements/, sideEffects: false },
        ],
      },
      output: {
        entryFileNames: `assets/${NAMED}.js`,
        chunkFileNames: nameOf,
        assetFileNames: `assets/${NAMED}[extname]`,
        codeSplitting: { groups: CHUNKS },
      },
    },
  },
});
