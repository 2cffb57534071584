/** Pictures of the board to keep or to pass on, as a browser makes them. */

import type { Palette } from "./svg";
import { COLORS } from "./theme";

/** The colours of the board as an element below them shows them. */
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

/**
 * A picture in points of light: so many for each unit of the SVG. Throws `DOMException` if the
 * browser does not draw it.
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

/** Firefox draws no SVG that has no width and height of its own. */
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
