/**
 * Build of the element `<qttt-board>`: `dist/qttt-board.js`, which loads other files when they are
 * needed; with `--mode bundle` one file without others, for notebooks.
 */

import { fileURLToPath } from "node:url";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

import { ELEMENT, targets } from "../browsers.ts";
import { addedStyles, classOf, failOnWarnings, tables } from "../plugins.ts";
import { texts } from "../texts.ts";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const strict = failOnWarnings();

export default defineConfig(({ mode }) => {
  const isBundle = mode === "bundle";
  return {
    root: HERE,
    base: "./",
    publicDir: false,
    plugins: [
      svelte({
        configFile: false,
        onwarn: strict.onwarn,
        compilerOptions: { runes: true, cssHash: classOf, discloseVersion: false },
      }),
      addedStyles(`${HERE}src/styles.ts`),
      tables(),
      texts(),
      strict.plugin,
    ],
    build: {
      target: targets(ELEMENT),
      outDir: "dist",
      emptyOutDir: !isBundle,
      modulePreload: false,
      assetsInlineLimit: isBundle ? 2 ** 20 : 0,
      chunkSizeWarningLimit: 1000,
      rolldownOptions: {
        checks: { bundlerTimings: false },
        input: isBundle ? `${HERE}src/bundle.ts` : `${HERE}src/qttt-board.ts`,
        preserveEntrySignatures: "strict",
        treeshake: {
          moduleSideEffects: [
            { test: /svelte\/src\/internal\/client\/dom\/elements/, sideEffects: false },
          ],
        },
        output: {
          entryFileNames: "[name].js",
          chunkFileNames: "[name]-[hash:6].js",
          assetFileNames: "[name]-[hash:6][extname]",
          codeSplitting: isBundle
            ? false
            : { groups: [{ name: "start", tags: ["$initial" as const], priority: 1 }] },
        },
      },
    },
  };
});
