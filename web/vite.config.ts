/** How the app is built, served while it is written, and tested. */

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { VitePWA } from "vite-plugin-pwa";
import { defineConfig } from "vitest/config";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const KERNEL = `${ROOT}src/qttt/engine/_kernel/qttt.wasm`;

if (!existsSync(KERNEL)) {
  throw new Error("the kernel has not been compiled: run `make kernel` in the folder above");
}

export default defineConfig({
  base: "./",
  plugins: [
    svelte(),
    VitePWA({
      registerType: "autoUpdate",
      injectRegister: null,
      includeManifestIcons: false,
      manifest: {
        name: "Quantum tic-tac-toe",
        short_name: "Qttt",
        description: "Play quantum tic-tac-toe against a friend or a computer, also offline.",
        display: "standalone",
        orientation: "any",
        background_color: "#dfe5ec",
        theme_color: "#dfe5ec",
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
      },
    }),
  ],
  // The kernel, its table and the list of presets are outside this folder.
  server: { fs: { allow: [ROOT] } },
  worker: { format: "es" },
  build: { target: "es2022", assetsInlineLimit: 0 },
  resolve: process.env["VITEST"] ? { conditions: ["browser"] } : {},
  test: {
    include: ["tests/**/*.test.ts"],
    environment: "node",
  },
});
