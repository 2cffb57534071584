/** The board as an SVG document: the one on the screen, with its styles written into it. */

import { flushSync, mount, unmount } from "svelte";

import type { Collapse } from "../kernel/types";
import BoardDisplay from "./BoardDisplay.svelte";
import type { Content } from "./scene";
import type { ColorName } from "./theme";

export type Palette = Readonly<Record<ColorName, string>>;

/** A board to draw, with its accessible description; options are those of `BoardDisplay`. */
export interface Picture {
  readonly content: Content;
  readonly links: boolean;
  readonly showsHistory: boolean;
  readonly coordinates: boolean;
  readonly last: readonly number[];
  readonly collapses: readonly Collapse[];
  readonly palette: Palette;
  readonly title: string;
  readonly description: string;
}

const INHERITED = [
  ...[
    "fill",
    "fill-opacity",
    "stroke",
    "stroke-width",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-dasharray",
  ],
  ...["paint-order", "text-anchor", "font-size", "font-weight", "font-family"],
];
/** Properties that are not inherited, with their initial values. */
const OWN = { opacity: "1", transform: "none" } as const;
/** What only an operable board needs. */
const OPERATING = /^(class|style|role|tabindex|inert|(aria|data)-.*)$/;

/** Without identifiers, scripts or external resources. */
export function svgOf({ palette, title, description, ...shown }: Picture): string {
  const host = document.createElement("div");
  host.inert = true;
  host.style.cssText = "position: fixed; visibility: hidden; --pace: 0";
  for (const [name, color] of Object.entries(palette))
    host.style.setProperty(`--qttt-${name}`, color);
  document.body.append(host);
  const board = mount(BoardDisplay, { target: host, props: { ...shown, label: "", labels: [] } });
  flushSync();
  const live = host.querySelector("svg") as SVGSVGElement;
  const copy = live.cloneNode(true) as SVGSVGElement;
  copyStyles(live, copy);
  void unmount(board);
  host.remove();
  copy.setAttribute("role", "img");
  copy.setAttribute("class", "qttt");
  copy.prepend(labelled("title", title), labelled("desc", description));
  return new XMLSerializer().serializeToString(copy).replace(/<!--.*?-->/gs, "");
}

/** Write computed styles as attributes, where they differ from those of the parent. */
function copyStyles(live: Element, copy: Element): void {
  const [style, parent] = [live, live.parentElement].map((each) => each && getComputedStyle(each));
  for (const { name } of [...copy.attributes]) if (OPERATING.test(name)) copy.removeAttribute(name);
  for (const name of INHERITED) {
    const value = style?.getPropertyValue(name);
    if (value && value !== parent?.getPropertyValue(name))
      copy.setAttribute(name, value.replaceAll("px", ""));
  }
  for (const [name, initial] of Object.entries(OWN)) {
    const value = style?.getPropertyValue(name);
    if (value && value !== initial) copy.setAttribute(name, value);
  }
  const children = [...copy.children];
  for (const [i, child] of [...live.children].entries()) {
    const image = children[i] as Element;
    if (child.matches(".gap")) image.remove();
    else copyStyles(child, image);
  }
}

function labelled(name: "title" | "desc", text: string): Element {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  element.textContent = text;
  return element;
}
