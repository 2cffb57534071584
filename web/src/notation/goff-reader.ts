/**
 * Parser of Allan Goff's game strings (spec/notation.md, N50 to N54).
 *
 *     X1+(1,2); O2+(2,3); X3+(3,2)[23|1]; O3@O2(3)!X1(1)!O2(3)!X3(2); {X=1, O=0.5}
 *     placement           with its loop   collapse                    score of a finished game
 *
 * A loop is `[loop|stems]` by subscripts. A collapse is the decider, the closing mark, `@` and
 * the chosen mark, and after each `!` a landed mark with its square. The whole mark in the last
 * square collapses by itself: `X9+(5,5); O9@X9(5)!X9(5);`.
 */

import { PLAYERS, type Player } from "../kernel/types";
import { type Expected, Spot, checkSize } from "./errors";
import { markNamed } from "./moves-reader";
import { MAX_TEXT, SPACE } from "./tokens";

/** A mark and where it lands; squares count from 0. */
export interface GoffLanding {
  readonly mark: number;
  readonly square: number;
  readonly spot: Spot;
}

/** The stated loop of a placement. */
export interface StatedLoop {
  readonly text: string;
  readonly marks: string;
  readonly stems: string;
  readonly spot: Spot;
}

export interface GoffPlacement {
  readonly kind: "placement";
  readonly mark: string;
  readonly squares: readonly [number, number];
  readonly loop: StatedLoop | null;
  /** What follows a whole mark, if it is stated. */
  readonly selfCollapse: GoffCollapse | null;
  readonly spot: Spot;
}

export interface GoffCollapse {
  readonly kind: "collapse";
  /** The decider, and the subscript of the closing mark. */
  readonly decider: string;
  readonly pointed: GoffLanding;
  /** All landed marks, or empty if none are listed. */
  readonly settled: readonly GoffLanding[];
  readonly spot: Spot;
  readonly end: Spot;
}

export interface GoffScore {
  readonly points: Readonly<Record<Player, number>>;
  readonly spot: Spot;
}

export interface GoffText {
  readonly steps: readonly (GoffPlacement | GoffCollapse)[];
  /** The score at the end, if it is stated. */
  readonly score: GoffScore | null;
}

/** Parse a text. Throws `NotationError`. */
export function readGoff(text: string): GoffText {
  checkSize(text, MAX_TEXT);
  const scanner = new Scanner(text);
  const steps: (GoffPlacement | GoffCollapse)[] = [];
  while (scanner.next && scanner.next !== "{") {
    steps.push(readStep(scanner));
    if (scanner.next) scanner.take(/;/, "semicolon");
  }
  return { steps, score: scanner.next ? readScore(scanner) : null };
}

/** Half a placement at the end of a text: the text before it, the mark and the square. */
export interface HalfPlacement {
  readonly before: string;
  readonly mark: string;
  readonly square: number;
}

const HALF = new RegExp(
  `([XO][1-9])[${SPACE}]*\\+[${SPACE}]*\\([${SPACE}]*([1-9])[${SPACE}]*$`,
  "i",
);

/** The half of a placement with which a text ends, as Goff's site writes it meanwhile; or null. */
export function halfPlacement(text: string): HalfPlacement | null {
  const match = HALF.exec(text);
  if (!match) return null;
  const [, mark = "", digit] = match;
  const before = text.slice(0, match.index);
  return { before, mark: mark.toUpperCase(), square: Number(digit) - 1 };
}

function readStep(scanner: Scanner): GoffPlacement | GoffCollapse {
  const { spot } = scanner;
  const name = scanner.take(MARK, "mark");
  if (scanner.take(/[+@]/, "plus or at") === "@") return readCollapse(scanner, spot, name);
  scanner.take(/\(/, "(");
  const first = scanner.takeSquare();
  if (!scanner.next) throw spot.error({ reason: "half-placement", half: `${name}+(${first + 1}` });
  scanner.take(/,/, "comma");
  const second = scanner.takeSquare();
  scanner.take(/\)/, ")");
  const loop = scanner.next === "[" ? readLoop(scanner) : null;
  const collapses = first === second && scanner.sees(SELF_COLLAPSE);
  const selfCollapse = collapses ? readSelfCollapse(scanner) : null;
  return { kind: "placement", mark: name, squares: [first, second], loop, selfCollapse, spot };
}

const SELF_COLLAPSE = new RegExp(`;[${SPACE}]*[XO][1-9][${SPACE}]*@`);

function readSelfCollapse(scanner: Scanner): GoffCollapse {
  scanner.take(/;/, "semicolon");
  const { spot } = scanner;
  const decider = scanner.take(MARK, "mark");
  scanner.take(/@/, "plus or at");
  return readCollapse(scanner, spot, decider);
}

function readScore(scanner: Scanner): GoffScore {
  const { spot } = scanner;
  const points = { X: 0, O: 0 };
  scanner.take(/\{/, "{");
  for (const player of PLAYERS) {
    scanner.take(new RegExp(player), `${player} score`);
    scanner.take(/=/, `${player} score`);
    points[player] = Number(scanner.take(/[0-9]+(\.[0-9]+)?/, "points"));
    if (player === "X") scanner.take(/,/, "comma");
    else scanner.take(/\}/, "}");
  }
  if (scanner.next) scanner.take(/;/, "semicolon");
  if (scanner.next) throw scanner.spot.error({ reason: "after-score" });
  return { points, spot };
}

function readLoop(scanner: Scanner): StatedLoop {
  const { spot } = scanner;
  const text = scanner.take(/\[\d*(\|\d*)?\]/, "loop");
  const [marks = "", stems = ""] = text.slice(1, -1).split("|");
  return { text, marks, stems, spot };
}

function readCollapse(scanner: Scanner, spot: Spot, decider: string): GoffCollapse {
  const pointed = scanner.takeLanding();
  const settled: GoffLanding[] = [];
  while (scanner.next === "!") {
    scanner.take(/!/, "!");
    settled.push(scanner.takeLanding());
  }
  return { kind: "collapse", decider, pointed, settled, spot, end: scanner.spot };
}

const MARK = /[XO][1-9]/;
const SPACES = new RegExp(`[${SPACE}]*`, "y");

/** A tokenizer; white space between tokens is ignored. */
class Scanner {
  private offset = 0;

  constructor(private readonly text: string) {
    this.skip();
  }

  get spot(): Spot {
    return new Spot(this.text, this.offset);
  }

  /** The next character, empty at the end. */
  get next(): string {
    return String.fromCodePoint(...[this.text.codePointAt(this.offset) ?? []].flat());
  }

  /** The next token in upper case. Throws `NotationError` if it does not match. */
  take(pattern: RegExp, expected: Expected): string {
    const sticky = new RegExp(pattern, "iy");
    sticky.lastIndex = this.offset;
    const found = sticky.exec(this.text)?.[0];
    if (found === undefined)
      throw this.spot.error({ reason: "expected", expected, found: this.next });
    this.offset += found.length;
    this.skip();
    return found.toUpperCase();
  }

  /** Whether the next tokens match. */
  sees(pattern: RegExp): boolean {
    const sticky = new RegExp(pattern, "iy");
    sticky.lastIndex = this.offset;
    return sticky.test(this.text);
  }

  takeSquare(): number {
    return Number(this.take(/[1-9]/, "square")) - 1;
  }

  /** A mark and its square in parentheses. */
  takeLanding(): GoffLanding {
    const { spot } = this;
    const mark = markNamed(this.take(MARK, "mark"), spot);
    this.take(/\(/, "(");
    const square = this.takeSquare();
    this.take(/\)/, ")");
    return { mark, square, spot };
  }

  private skip(): void {
    SPACES.lastIndex = this.offset;
    this.offset += SPACES.exec(this.text)?.[0].length ?? 0;
  }
}
