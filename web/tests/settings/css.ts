/** Resolve the custom properties of a stylesheet for a page's attributes. */

export type Attributes = Readonly<Record<string, string>>;
export type Time = "day" | "night";

const COMMENT = /\/\*[^]*?\*\//g;
const RULE = /([^{}]+)\{([^{}]*)\}/g;
const ATTRIBUTE = /\[data-(\w+)="([\w-]+)"\]/g;
const PROPERTY = /--([\w-]+):\s*([^;]+);/g;
const BY_TIME = /light-dark\((#\w+), (#\w+)\)/;

/** The colour properties; later rules win, media queries are ignored. */
export function colorsOf(css: string, page: Attributes, time: Time): Record<string, string> {
  const colors: Record<string, string> = {};
  const rules = withoutMedia(css.replace(COMMENT, "")).matchAll(RULE);
  for (const [, selector = "", body = ""] of rules) {
    if (!selects(selector, page)) continue;
    for (const [, name = "", value = ""] of body.matchAll(PROPERTY)) {
      const [, day = "", night = ""] = BY_TIME.exec(value) ?? [];
      if (day) colors[name] = time === "day" ? day : night;
    }
  }
  return colors;
}

function withoutMedia(css: string): string {
  return css.replace(/@media[^{]*\{(?:[^{}]|\{[^{}]*\})*\}/g, "");
}

function selects(selector: string, page: Attributes): boolean {
  const wanted = [...selector.matchAll(ATTRIBUTE)];
  return (
    /^\s*:root(\[[^\]]*\])*\s*$/.test(selector) &&
    wanted.every(([, name = "", value]) => page[name] === value)
  );
}
