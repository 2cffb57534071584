/** Test configuration. */

import { defineConfig, mergeConfig } from "vitest/config";

import app from "./vite.config.ts";

export default mergeConfig(
  app,
  defineConfig({
    resolve: { conditions: ["browser"] },
    test: {
      include: ["tests/**/*.test.ts"],
      setupFiles: ["tests/patience.ts"],
      environment: "node",
      pool: "threads",
      // Generous, so that slow machines do not fail; only broken tests take this long.
      testTimeout: process.env["QTTT_NIGHTLY"] ? 3_600_000 : 300_000,
      hookTimeout: 300_000,
      teardownTimeout: 60_000,
    },
  }),
);
