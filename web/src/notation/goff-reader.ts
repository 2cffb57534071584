/**
 * Parser of Allan Goff's game strings (spec/notation.md, N50 to N54).
 *
 *     X1+(1,2); O2+(2,3); X3+(3,2)[23|1]; O3@O2(3)!X1(1)!O2(3)!X3(2);
 *     placement           with its loop   collapse
 *
 * A loop is `[loop|stems]` by subscripts. A collapse is the decider, the closing mark, `@` and
 * the chosen mark, and after each `!` a landed mark with its square.
 */

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

export type GoffStep =
  | {
      readonly kind: "placement";
      readonly mark: string;
      readonly squares: readonly [number, number];
      readonly loop: StatedLoop | null;
      readonly spot: Spot;
    }
  | {
      readonly kind: "collapse";
      /** The decider, and the subscript of the closing mark. */
      readonly decider: string;
      readonly pointed: GoffLanding;
      /** All landed marks, or empty if none are listed. */
      readonly settled: readonly GoffLanding[];
      readonly spot: Spot;
      readonly end: Spot;
    };

/** Parse the steps. Throws `NotationError`. */
export function readGoff(text: string): GoffStep[] {
  checkSize(text, MAX_TEXT);
  const scanner = new Scanner(text);
  const steps: GoffStep[] = [];
  while (scanner.next) {
    steps.push(readStep(scanner));
    if (scanner.next) scanner.take(/;/, "semicolon");
  }
  return steps;
}

function readStep(scanner: Scanner): GoffStep {
  const { spot } = scanner;
  const name = scanner.take(MARK, "mark");
  if (scanner.take(/[+@]/, "plus or at") === "@") return readCollapse(scanner, spot, name);
  scanner.take(/\(/, "(");
  const first = scanner.takeSquare();
  scanner.take(/,/, "comma");
  const second = scanner.takeSquare();
  scanner.take(/\)/, ")");
  const loop = scanner.next === "[" ? readLoop(scanner) : null;
  return { kind: "placement", mark: name, squares: [first, second], loop, spot };
}

function readLoop(scanner: Scanner): StatedLoop {
  const { spot } = scanner;
  const text = scanner.take(/\[\d*(\|\d*)?\]/, "loop");
  const [marks = "", stems = ""] = text.slice(1, -1).split("|");
  return { text, marks, stems, spot };
}

function readCollapse(scanner: Scanner, spot: Spot, decider: string): GoffStep {
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
