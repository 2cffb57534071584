/** Little games that illustrate the rules. */

import { parseRules } from "../kernel/rules";
import type { Move } from "../kernel/types";

function pairs(...squares: (readonly [number, number])[]): Move[] {
  return squares.map((pair) => ({ kind: "placement", squares: pair }));
}

const QUANTUM = parseRules("goff");
const CLASSIC = parseRules("classic3");
const LOOP = pairs([0, 1], [1, 4], [0, 4]);
const LINE = pairs([0, 3], [2, 3], [3, 4], [3, 8], [4, 8]);

export const PICTURES = {
  place: { rules: QUANTUM, moves: pairs([0, 4]) },
  share: { rules: QUANTUM, moves: pairs([0, 4], [4, 5]) },
  loop: { rules: QUANTUM, moves: LOOP },
  land: { rules: QUANTUM, moves: [...LOOP, { kind: "collapse", square: 0 }] as Move[] },
  line: { rules: QUANTUM, moves: [...LINE, { kind: "collapse", square: 8 }] as Move[] },
  classicPlace: { rules: CLASSIC, moves: pairs([4, 4], [0, 0]) },
  classicLine: { rules: CLASSIC, moves: pairs([0, 0], [4, 4], [1, 1], [6, 6], [2, 2]) },
} as const;

export type PictureName = keyof typeof PICTURES;
