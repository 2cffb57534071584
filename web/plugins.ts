/** Vite plugins that reduce the size of the bundles and make builds strict. */

import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";

import type { CompileOptions, Warning } from "svelte/compiler";
import { type Plugin, type ResolvedConfig, minifySync } from "vite";

type CssHash = NonNullable<CompileOptions["cssHash"]>;

const SOURCE = fileURLToPath(new URL("src", import.meta.url));

/** All component paths, in the same order on every machine. */
const COMPONENTS = readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".svelte"))
  .map((name) => resolve(SOURCE, name))
  .sort();

/**
 * Class that scopes a component's styles. Components of the build get a number, which is shorter
 * than a hash; others (dependencies, files added while the dev server runs) get the hash.
 */
export const classOf: CssHash = ({ filename, css, hash }) => {
  const number = COMPONENTS.indexOf(resolve(filename));
  return number < 0 ? `svelte-${hash(css)}` : `s${number.toString(36)}`;
};

/** Import tables of `spec/golden` without their comment lines. */
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

const STYLE = "?svelte&type=style&lang.css";
const ADDING = "\0adding:";

/** Pass the styles of components to `addStyles` of a module, instead of adding them to the page. */
export function addedStyles(module: string): Plugin {
  return {
    name: "added-styles",
    enforce: "pre",
    resolveId: {
      filter: { id: /\.svelte\?svelte&type=style&lang\.css$/ },
      handler: (id) => `${ADDING}${id.replace(STYLE, "")}.js`,
    },
    load: {
      filter: { id: /^\0adding:/ },
      handler(id) {
        const component = id.slice(ADDING.length, -".js".length);
        const style = JSON.stringify(component + STYLE.replace("?", "?inline&"));
        const code = `import css from ${style};
import { addStyles } from ${JSON.stringify(module)};
addStyles(css);`;
        return { code, moduleSideEffects: true };
      },
    },
  };
}

/** Minify the scripts in `public`, which are copied without being bundled. */
export function plainScripts(): Plugin {
  let [from, folder] = ["", ""];
  return {
    name: "plain-scripts",
    apply: "build",
    configResolved({ root, build, publicDir }) {
      [from, folder] = [publicDir, resolve(root, build.outDir)];
    },
    writeBundle() {
      for (const name of readdirSync(from).filter((other) => other.endsWith(".js"))) {
        const { code } = minifySync(name, readFileSync(join(from, name), "utf8"), {
          module: false,
        });
        writeFileSync(join(folder, name), code);
      }
    },
  };
}

/**
 * Write a brotli-compressed copy of each file; `qttt serve` sends it to browsers that accept it.
 */
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
        for (const file of files.filter((entry) => entry.isFile() && !entry.name.endsWith(".br"))) {
          const path = join(file.parentPath, file.name);
          writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path)));
        }
      },
    },
  };
}

/**
 * Fail the build at its end if Vite, its bundler or a plugin logged a warning.
 * `onwarn` is for the Svelte plugin, which otherwise prints compiler warnings itself.
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
