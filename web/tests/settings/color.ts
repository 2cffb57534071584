/** Perception of colours: contrast, distance, and colour vision deficiencies. */

export type Color = readonly [number, number, number];
type Matrix = readonly [Color, Color, Color];

/** Linear light of `#rrggbb`, from 0 to 1. */
export function parseColor(hex: string): Color {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const share = parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  if (!/^#[\da-f]{6}$/.test(hex)) throw new RangeError(`"${hex}" is no colour`);
  return [r ?? 0, g ?? 0, b ?? 0];
}

/** Contrast ratio of WCAG 2.2, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark, light] = [one, other].map(luminance).sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [r, g, b] = parseColor(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export type Eyes = "usual" | "protanopia" | "deuteranopia" | "tritanopia";

/** What is seen without one kind of cones: Machado, Oliveira and Fernandes (2009), severity 1. */
const SEEN: Readonly<Record<Eyes, Matrix>> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** Distance of two colours in Oklab; black and white are 1 apart. */
export function distance(one: string, other: string, eyes: Eyes): number {
  const [a, b] = [one, other].map((hex) => oklab(seen(parseColor(hex), eyes)));
  return Math.hypot(...[0, 1, 2].map((i) => (a?.[i] ?? 0) - (b?.[i] ?? 0)));
}

function seen(color: Color, eyes: Eyes): Color {
  const [r, g, b] = times(SEEN[eyes], color);
  const shown = (light: number): number => Math.min(1, Math.max(0, light));
  return [shown(r), shown(g), shown(b)];
}

/** Björn Ottosson's colour space. */
function oklab(color: Color): Color {
  const [l, m, s] = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    color,
  );
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    [Math.cbrt(l), Math.cbrt(m), Math.cbrt(s)],
  );
}

function times(matrix: Matrix, [x, y, z]: Color): Color {
  const [a, b, c] = matrix.map((row) => row[0] * x + row[1] * y + row[2] * z);
  return [a ?? 0, b ?? 0, c ?? 0];
}
