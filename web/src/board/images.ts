/**
 * Images for download and sharing; loaded when the first is wanted. The board is the one on the
 * screen, with its styles written into it.
 */

import { flushSync, mount, unmount } from "svelte";

import type { Collapse } from "../kernel/types";
import BoardDisplay from "./BoardDisplay.svelte";
import type { Content } from "./scene";
import { COLORS, type ColorName } from "./theme";

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

/** The board colours computed for an element. */
export function paletteOf(element: Element): Palette {
  const probe = document.createElement("span");
  element.append(probe);
  const colors = COLORS.map((name) => {
    probe.style.color = `var(--qttt-${name})`;
    return [name, getComputedStyle(probe).color] as const;
  });
  probe.remove();
  return Object.fromEntries(colors) as Palette;
}

/** The board colours of the dark theme. Nothing is painted in between. */
export function darkPalette(): Palette {
  const { dataset } = document.documentElement;
  const theme = dataset["theme"];
  dataset["theme"] = "dark";
  const palette = paletteOf(document.body);
  dataset["theme"] = theme;
  return palette;
}

/**
 * Render an SVG as PNG with `scale` pixels per unit. Throws `DOMException` if the browser cannot
 * draw it.
 */
export async function pngOf(svg: string, scale = 2): Promise<Blob> {
  const [, width = 0, height = 0] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg)?.map(Number) ?? [];
  const image = await imageOf(sized(svg, scale * width, scale * height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(scale * width);
  canvas.height = Math.round(scale * height);
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new DOMException("the picture cannot be encoded", "EncodingError"));
    });
  });
}

/** Firefox does not draw SVG images without explicit width and height. */
function sized(svg: string, width: number, height: number): string {
  return svg.replace("<svg ", `<svg width="${width}" height="${height}" `);
}

async function imageOf(svg: string): Promise<HTMLImageElement> {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(address);
  }
}
