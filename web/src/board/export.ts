/** Images for download and sharing; loaded when the first is wanted. */

import type { Palette } from "./svg";
import { COLORS } from "./theme";

export { cardSvg } from "./card";
export { svgOf } from "./svg";

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
