/** What browsers support, from the data of MDN. */

import { readFileSync } from "node:fs";

import type {
  CompatData,
  CompatStatement,
  Identifier,
  ReleaseStatement,
} from "@mdn/browser-compat-data";

import type { APP } from "../../browsers";
import { ROOT } from "../kernel/ports";

export type Browsers = typeof APP;

// Not imported, since the bundler of the tests takes a minute for a file of 20 MB.
const FILE = `${ROOT}web/node_modules/@mdn/browser-compat-data/data.json`;
const data = JSON.parse(readFileSync(FILE, "utf8")) as CompatData;

/** Browsers with the same version as another. */
const ALIKE = { chrome: "chrome_android", firefox: "firefox", safari: "safari_ios" } as const;

function isAtMost(version: string, other: string): boolean {
  const parts = (text: string): number[] => text.replace("≤", "").split(".").map(Number);
  const [one, two] = [parts(version), parts(other)];
  const differences = [0, 1, 2].map((i) => (one[i] ?? 0) - (two[i] ?? 0));
  return (differences.find((difference) => difference !== 0) ?? 0) <= 0;
}

/** The browsers that lack a feature. */
export function lacking(compat: CompatStatement, browsers: Browsers): string[] {
  return Object.entries(browsers).flatMap(([name, oldest]) => {
    const key = name as keyof Browsers;
    return [...new Set([key, ALIKE[key]])].filter((browser) => {
      const support = compat.support[browser];
      if (!support) return false;
      return ![support]
        .flat()
        .some(
          ({ version_added: added, version_removed: removed, flags, prefix, alternative_name }) =>
            !(flags ?? prefix ?? alternative_name) &&
            typeof added === "string" &&
            added !== "preview" &&
            isAtMost(added, oldest) &&
            !(typeof removed === "string" && isAtMost(removed, oldest)),
        );
    });
  });
}

/** Whether all features that a name can mean are missing in some browser. */
export function isMissing(
  features: readonly (Identifier | undefined)[],
  browsers: Browsers,
): boolean {
  const known = features.flatMap((feature) => feature?.__compat ?? []);
  return known.length > 0 && known.every((compat) => lacking(compat, browsers).length > 0);
}

/** The versions of a browser that were released before a date, or are still maintained. */
export function versionsWhere(
  browser: keyof Browsers,
  condition: (release: ReleaseStatement) => boolean,
): number[] {
  const all = Object.entries(data.browsers[browser].releases);
  return all.filter(([, release]) => condition(release)).map(([version]) => Number(version));
}

type Features = Readonly<Record<string, Identifier>>;

/** A part of the data, such as `css.properties`. */
export function featuresIn(...path: readonly string[]): Features {
  let part = data as unknown as Record<string, unknown>;
  for (const key of path) part = part[key] as Record<string, unknown>;
  return part as Features;
}

export const DATE = data.__meta.timestamp;

/** The features of WebAssembly by their names in the data. */
export const WEB_ASSEMBLY = data.webassembly;
