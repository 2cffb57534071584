/**
 * Read and write games in Goff's notation, checking all of its statements (spec/notation.md, N50 to
 * N55).
 */

import { type Survey, isClassical, quantumMarks } from "../kernel/types";
import type { Rules } from "../kernel/rules";
import { type ErrorDetails, type Expected, Spot, UnwritableError, checkSize } from "./errors";
import { formatPosition, hasDigitNames, markName } from "./moves";
import { markNamed, pairOf } from "./moves-reader";
import { type PlayedMove, type Referee, playAt, collapseNamed } from "./resolve";
import { MAX_TEXT, SPACE } from "./tokens";

type Placement = Extract<GoffStep, { readonly kind: "placement" }>;
type Collapse = Extract<GoffStep, { readonly kind: "collapse" }>;

/**
 * Play the game from the empty board. Throws `NotationError` if it contains a false statement or
 * the rules cannot be expressed; `IllegalMoveInTextError` for illegal moves.
 */
export async function playGoff(
  referee: Referee,
  rules: Rules,
  steps: readonly GoffStep[],
  start: Survey,
): Promise<PlayedMove[]> {
  const details = inexpressible(rules);
  if (details) throw new Spot(steps[0]?.spot.text ?? "").error(details);
  const played: PlayedMove[] = [];
  let before = start;
  for (const step of steps) {
    const play = step.kind === "placement" ? playPlacement : playCollapse;
    const next = await play(step as Placement & Collapse, referee, rules, before);
    played.push(next);
    before = next.after;
  }
  return played;
}

function inexpressible(rules: Rules): ErrorDetails | null {
  const { rows, cols, marks, chooser } = rules;
  if (!hasDigitNames(rules)) return { reason: "goff-board", rows, cols };
  if (marks === "classical") return { reason: "goff-classical" };
  return chooser === "chance" ? { reason: "goff-chance" } : null;
}

async function playPlacement(
  { mark, squares, loop, spot }: Placement,
  referee: Referee,
  rules: Rules,
  before: Survey,
): Promise<PlayedMove> {
  const expected = markName(before.places.length + 1);
  if (mark !== expected) throw spot.error({ reason: "wrong-mark", expected, found: mark });
  const move = { kind: "placement", squares: pairOf(...squares) } as const;
  const played = await playAt(spot, referee, rules, before, move);
  if (loop) checkLoop(loop, played.after, mark);
  return played;
}

function checkLoop({ text, marks, stems, spot }: StatedLoop, after: Survey, mark: string): void {
  const expected = loopText(after);
  if (!expected) throw spot.error({ reason: "closes-no-loop", mark, stated: text });
  const sorted = (digits: string): string => [...digits].sort().join("");
  if (expected !== `[${sorted(marks)}|${sorted(stems)}]`) {
    throw spot.error({ reason: "wrong-loop", expected, stated: text });
  }
}

async function playCollapse(
  step: Collapse,
  referee: Referee,
  rules: Rules,
  before: Survey,
): Promise<PlayedMove> {
  checkDecider(step, before);
  const move = collapseNamed(rules, before, step.pointed.mark, step.pointed.square, step.spot);
  const played = await playAt(step.spot, referee, rules, before, move);
  if (step.settled.length) checkSettled(step.settled, settled(before, played.after), step.end);
  return played;
}

function checkDecider({ decider: found, spot }: Collapse, { decider, loop }: Survey): void {
  if (!loop || !decider) return;
  const expected = `${decider}${loop.closing}`;
  if (found === expected) return;
  throw spot.error({
    reason: "wrong-decider",
    decider,
    mark: markName(loop.closing),
    expected,
    found,
  });
}

/** Check that every landed mark is listed once with its square, in any order. */
function checkSettled(
  listed: readonly GoffLanding[],
  missing: Map<number, number>,
  end: Spot,
): void {
  for (const { mark: number, square, spot } of listed) {
    const mark = markName(number);
    const expected = missing.get(number);
    if (expected === undefined) throw spot.error({ reason: "not-landing", mark });
    if (expected !== square) {
      const [right, found] = [`${expected + 1}`, `${square + 1}`];
      throw spot.error({ reason: "lands-elsewhere", mark, expected: right, found });
    }
    missing.delete(number);
  }
  if (!missing.size) return;
  throw end.error({ reason: "landing-missing", marks: [...missing.keys()].map(markName) });
}

/**
 * The game from the empty board in Goff's notation. It names the closing mark and lists marks by
 * subscript. Throws `UnwritableError` if the history is unknown, or the rules cannot be expressed.
 */
export function formatGoff(rules: Rules, start: Survey, plies: readonly PlayedMove[]): string {
  const details = inexpressible(rules);
  if (details) throw new UnwritableError(details);
  if (start.places.length) {
    const position = formatPosition(rules, start.places);
    throw new UnwritableError({ reason: "no-history", position });
  }
  const steps = plies.map((played, i) => stepText(plies[i - 1]?.after ?? start, played));
  return steps.map((step) => `${step};`).join(" ");
}

function stepText(before: Survey, { move, after }: PlayedMove): string {
  if (move.kind === "placement") {
    const [a, b] = move.squares;
    return `${markName(after.places.length)}+(${a + 1},${b + 1})${loopText(after)}`;
  }
  const closing = before.places.length;
  const landings = [[closing, move.square] as const, ...settled(before, after)];
  const landingTexts = landings.map(([mark, square]) => `${markName(mark)}(${square + 1})`);
  return `${before.decider}${closing}@${landingTexts.join("!")}`;
}

/** `[23|1]`: the loop and its stems; empty if no loop is pending. */
function loopText({ loop }: Survey): string {
  return loop ? `[${loop.marks.join("")}|${loop.stems.join("")}]` : "";
}

/** The marks settled by a collapse, in order, with their squares. */
function settled(before: Survey, after: Survey): Map<number, number> {
  const landed = quantumMarks(before.places).flatMap((mark) => {
    const place = after.places[mark - 1];
    return place && isClassical(place) ? [[mark, place[0]] as const] : [];
  });
  return new Map(landed);
}

// --- parsing --------------------------------------------------------------------------------

/*
 * Parser of Allan Goff's game strings (spec/notation.md, N50 to N54).
 *
 *     X1+(1,2); O2+(2,3); X3+(3,2)[23|1]; O3@O2(3)!X1(1)!O2(3)!X3(2);
 *     placement           with its loop   collapse
 *
 * A loop is `[loop|stems]` by subscripts. A collapse is the decider, the closing mark, `@` and
 * the chosen mark, and after each `!` a landed mark with its square.
 */

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
