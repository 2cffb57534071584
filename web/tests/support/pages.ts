/** The features of CSS and HTML that built files use. */

import postcss from "postcss";

import { type Browsers, featuresIn, isMissing } from "./compat";

const properties = featuresIn("css", "properties");
const selectors = featuresIn("css", "selectors");
const types = featuresIn("css", "types");
const atRules = featuresIn("css", "at-rules");
const elements = featuresIn("html", "elements");
const attributes = featuresIn("html", "global_attributes");

/** What a style sheet uses that some browser lacks. Throws if it is none. */
export function missingStyles(css: string, browsers: Browsers): string[] {
  const missing = new Set<string>();
  const check = (name: string, ...features: Parameters<typeof isMissing>[0]): void => {
    if (isMissing(features, browsers)) missing.add(name);
  };
  const root = postcss.parse(css);
  root.walkDecls(({ prop, value }) => {
    const property = properties[prop];
    check(prop, property);
    for (const [word] of value.matchAll(/[a-z-]+/g)) check(`${prop}: ${word}`, property?.[word]);
    for (const [, name = ""] of value.matchAll(/([a-z-]+)\(/g)) {
      check(`${name}()`, types[name], ...Object.values(types).map((type) => type[name]));
    }
  });
  root.walkAtRules(({ name, params }) => {
    check(`@${name}`, atRules[name]);
    for (const [word] of params.matchAll(/[a-z-]+/g))
      check(`@${name} ${word}`, atRules[name]?.[word]);
  });
  root.walkRules(({ selector }) => {
    for (const [, name = ""] of selector.matchAll(/::?([a-z-]+)/g))
      check(`:${name}`, selectors[name]);
    if (selector.includes("&")) check("&", selectors["nesting"]);
  });
  return [...missing];
}

/** The elements and attributes of HTML in a text that some browser lacks. */
export function missingMarkup(html: string, browsers: Browsers): string[] {
  const missing = new Set<string>();
  for (const [, name = "", rest = ""] of html.matchAll(/<([a-z][a-z0-9]*)((?:\s[^<>]*)?)>/g)) {
    if (isMissing([elements[name]], browsers)) missing.add(`<${name}>`);
    for (const [, attribute = ""] of rest.matchAll(/\s([a-z-]+)/g)) {
      const features = [elements[name]?.[attribute], attributes[attribute]];
      if (isMissing(features, browsers)) missing.add(attribute);
    }
  }
  return [...missing];
}
