/** Parse and format rules as words, compatible with the Python package. */

import { PRESETS, type Rules, RulesError, parseRules } from "../kernel/rules";

/** Parse rules; defaults to `goff` if the text begins with a switch, or is empty. */
export function readRules(text: string): Rules {
  const words = text.split(/\s+/).filter((word) => word);
  const hasName = words[0] !== undefined && !words[0].includes("=");
  const switches = words.slice(hasName ? 1 : 0).map((word) => word.split("=")[0]);
  const twice = switches.find((name, i) => switches.indexOf(name) < i);
  if (twice !== undefined) throw new RulesError(`"${twice}" is given twice`);
  return parseRules(hasName ? words.join(" ") : ["goff", ...words].join(" "));
}

/** The nearest preset, followed by every changed switch: `krist rows=5 cols=5`. */
export function writeRules(rules: Rules): string {
  const changes = [...PRESETS].map(([name, preset]) => ({
    name,
    words: differences(rules, preset),
  }));
  const alike = changes.filter(
    ({ words }) => !words.some((word) => /^(scoring|marks)=/.test(word)),
  );
  const [nearest] = (alike.length ? alike : changes.slice(0, 1)).sort(
    (one, other) => one.words.length - other.words.length,
  );
  return [nearest?.name, ...(nearest?.words ?? [])].join(" ");
}

function differences(rules: Rules, base: Rules): string[] {
  const names = Object.keys(base) as (keyof Rules)[];
  const changed = names.filter((name) => rules[name] !== base[name]);
  return changed.map((name) => `${name}=${rules[name] ?? "None"}`);
}
