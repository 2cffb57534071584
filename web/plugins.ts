/** What is done to the app while it is built, so that there is less of it to fetch. */

import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";

import type { CompileOptions, Warning } from "svelte/compiler";
import { type Plugin, type ResolvedConfig, minifySync } from "vite";

type CssHash = NonNullable<CompileOptions["cssHash"]>;

const SOURCE = fileURLToPath(new URL("src", import.meta.url));

/** Every component, in one order on all machines. */
const COMPONENTS = readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".svelte"))
  .map((name) => resolve(SOURCE, name))
  .sort();

/**
 * The class that keeps a component's style to itself. Its number is shorter than a hash, which those
 * get that are not built into the app or were written after it was begun to be served.
 */
export const classOf: CssHash = ({ filename, css, hash }) => {
  const number = COMPONENTS.indexOf(resolve(filename));
  return number < 0 ? `svelte-${hash(css)}` : `s${number.toString(36)}`;
};

/** Tables of `spec/golden` come without their explanations, which are for people. */
export function tables(): Plugin {
  return {
    name: "tables",
    enforce: "pre",
    load: {
      filter: { id: /\.tsv\?raw$/ },
      handler(id) {
        const text = readFileSync(id.replace(/\?raw$/, ""), "utf8");
        return `export default ${JSON.stringify(text.replace(/^#.*\n/gm, ""))}`;
      },
    },
  };
}

const HYDRATING = "export let hydrating = false;";
const SET = "hydrating = value;";

/** Svelte's module of hydration, in which the guard is a constant. Throws where it has no such guard. */
export function neverHydrating(code: string): string {
  if (!code.includes(HYDRATING) || !code.includes(SET)) {
    throw new Error(
      "Svelte guards hydration in another way now: see withoutHydration in plugins.ts",
    );
  }
  return code.replace(HYDRATING, "export const hydrating = false;").replace(SET, "");
}

/**
 * Without hydration, by which Svelte takes over a page that a server has drawn: there is none here,
 * but Svelte assigns the variable that guards it all, so that no bundler sees that it stays false.
 */
export function withoutHydration(): Plugin {
  return {
    name: "without-hydration",
    apply: "build",
    transform: {
      filter: { id: /svelte\/src\/internal\/client\/dom\/hydration\.js$/ },
      handler: (code) => ({ code: neverHydrating(code), map: null }),
    },
  };
}

/** Makes the scripts small that the page takes from `public` as they are. */
export function plainScripts(): Plugin {
  let [from, folder] = ["", ""];
  return {
    name: "plain-scripts",
    apply: "build",
    configResolved({ root, build, publicDir }) {
      [from, folder] = [publicDir, resolve(root, build.outDir)];
    },
    writeBundle() {
      for (const name of readdirSync(from).filter((each) => each.endsWith(".js"))) {
        const { code } = minifySync(name, readFileSync(join(from, name), "utf8"), {
          module: false,
        });
        writeFileSync(join(folder, name), code);
      }
    },
  };
}

/** Leaves beside each file what brotli makes of it, which `qttt serve` sends to browsers that take it. */
export function compressed(): Plugin {
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
 * Make a build fail at its end if it has logged a warning of Vite, its bundler or a plugin.
 * `onwarn` is for the Svelte plugin, which otherwise prints compiler warnings by itself.
 */
export function failOnWarnings(): { plugin: Plugin; onwarn: (warning: Warning) => void } {
  let config: ResolvedConfig;
  let isBroken = false;
  return {
    onwarn: ({ filename, start, message }) => {
      config.logger.warn(`${filename}:${start?.line}:${start?.column} ${message}`);
    },
    plugin: {
      name: "fail-on-warnings",
      configResolved(resolved) {
        config = resolved;
      },
      buildEnd(error) {
        isBroken = error !== undefined;
      },
      closeBundle: {
        order: "post",
        sequential: true,
        handler() {
          if (isBroken || config.command !== "build" || !config.logger.hasWarned) return;
          config.logger.error("the build fails because of the warnings above");
          process.exitCode = 1;
        },
      },
    },
  };
}
