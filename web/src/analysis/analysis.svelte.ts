/**
 * The state of the analysis board: a tree of moves for both sides, saved on this device, with undo
 * and redo.
 */

import { tick } from "svelte";

import { BoardState } from "../board/board-state.svelte";
import type { Kernel } from "../kernel/client";
import { IllegalMoveError, type IllegalMoveReason } from "../kernel/errors";
import { type Rules, parseRules } from "../kernel/rules";
import { type Move, type Survey, sameMove } from "../kernel/types";
import { type PlayedLine, positionOf } from "../play/line";
import { ShownLine } from "../play/shown-line.svelte";
import { TextError } from "../notation/errors";
import { type HalfPlacement, halfPlacement } from "../notation/goff-reader";
import { markName } from "../notation/moves";
import { playToken } from "../notation/resolve";
import type { Token } from "../notation/tokens";
import { type Shape, checkVersion } from "../settings/shape";
import { device as here } from "../settings/storage.svelte";
import type { Store } from "../settings/store.svelte";
import { readLink, writeLink } from "./link";
import { type OpenedGame, openText } from "./open";
import {
  withoutBranch,
  type Tree,
  atPly,
  emptyTree,
  currentPath,
  withComment,
  withMainLine,
  hasVariations,
  withMove,
  isMainLine,
  type Path,
  nodeAt,
  atPath,
  lineOf,
} from "./tree";
import { type Game, mainLine } from "../notation/game";
import { toRecord, writeRecord } from "../notation/game-writer";

interface State {
  readonly tree: Tree;
  /** Tags of the game record, such as players and date. */
  readonly tags: ReadonlyMap<string, string>;
}

const DEFAULT_RULES = "goff";
/** Maximum number of undo steps. */
const MAX_UNDO = 200;

export class AnalysisBoard extends ShownLine {
  /** Why the last attempted move is illegal. */
  illegalReason: IllegalMoveReason | null = $state(null);
  readonly boardState = new BoardState();
  private state: State = $state.raw() as State;
  private past: readonly State[] = $state.raw([]);
  private future: readonly State[] = $state.raw([]);

  private constructor(
    private readonly kernel: Kernel,
    /** The analysis of this tab, and the last one of this browser. */
    private readonly stores: readonly Store<SavedAnalysis | null>[],
    state: State,
  ) {
    super();
    this.state = state;
  }

  /**
   * Restore the analysis of this tab, or else the last one of this browser, or start with an empty
   * board. Throws `KernelError`.
   */
  static async start(kernel: Kernel, device = here): Promise<AnalysisBoard> {
    const devices = [device.ofTab, device].filter((storage) => storage !== null);
    const stores = devices.map((storage) => storage.store(ANALYSIS));
    for (const store of stores) {
      const saved = store.value;
      if (!saved) continue;
      const state = await restored(kernel, saved);
      if (state) return new AnalysisBoard(kernel, stores, state);
      store.setAside(saved, () => null);
    }
    const tree = await empty(kernel, parseRules(DEFAULT_RULES));
    return new AnalysisBoard(kernel, stores, { tree, tags: new Map() });
  }

  // --- state -------------------------------------------------------------------------------

  readonly tree: Tree = $derived.by(() => this.state.tree);
  readonly tags: ReadonlyMap<string, string> = $derived.by(() => this.state.tags);
  readonly rules: Rules = $derived.by(() => this.tree.rules);
  readonly line: PlayedLine = $derived.by(() => lineOf(this.tree));
  readonly moves: readonly Move[] = $derived.by(() => this.position.moves);
  readonly comment: string = $derived.by(
    () => nodeAt(this.tree.root, currentPath(this.tree)).comment,
  );
  readonly link: string = $derived.by(() => writeLink(this.tree));
  readonly canUndo: boolean = $derived.by(() => this.past.length > 0);
  readonly canRedo: boolean = $derived.by(() => this.future.length > 0);

  // --- actions -----------------------------------------------------------------------------

  /** Play a move for the side to decide; sets `illegalReason` if it is illegal. */
  async play(move: Move): Promise<void> {
    const { state } = this;
    try {
      const after = await this.kernel.play(this.here, move);
      if (this.state === state) this.change({ tree: withMove(this.tree, { move, after }) });
    } catch (error) {
      if (!(error instanceof IllegalMoveError)) throw error;
      this.illegalReason = error.reason;
    }
  }

  /** Play all of the typed moves or none of them. Throws `TextError`. */
  async playAll(tokens: readonly Token[]): Promise<void> {
    let { tree, position } = this;
    for (const token of tokens) {
      const played = await playToken(this.kernel, this.rules, position, token);
      tree = withMove(tree, played);
      position = played.after;
    }
    this.change({ tree });
  }

  /** Go to ply `at` of the current line. */
  go(at: number): void {
    this.look(atPly(this.tree, at));
  }

  /** Go to the end of a path. */
  goToPath(path: Path): void {
    this.look(atPath(this.tree, path));
  }

  /** Remove the current branch and everything after it. */
  prune(): void {
    this.change({ tree: withoutBranch(this.tree, currentPath(this.tree)) });
  }

  promote(): void {
    this.change({ tree: withMainLine(this.tree) });
  }

  setComment(comment: string): void {
    if (comment !== this.comment) this.change({ tree: withComment(this.tree, comment) });
  }

  undo(): void {
    const last = this.past.at(-1);
    if (!last) return;
    this.future = [...this.future, this.state];
    this.past = this.past.slice(0, -1);
    this.show(last);
  }

  redo(): void {
    const next = this.future.at(-1);
    if (!next) return;
    this.past = [...this.past, this.state];
    this.future = this.future.slice(0, -1);
    this.show(next);
  }

  /** Start with an empty board under these rules. Throws `KernelError` if they are invalid. */
  async clear(rules: Rules): Promise<void> {
    this.change({ tree: await empty(this.kernel, rules), tags: new Map() });
  }

  /**
   * Open a game from text, which can end in half a placement; nothing changes if it cannot be read.
   * Throws what `openText` throws.
   */
  async open(text: string): Promise<OpenedGame> {
    const half = halfPlacement(text);
    const opened = await openText(this.kernel, half?.before ?? text, this.rules);
    if (half && !canFollow(half, positionOf(lineOf(opened.tree)))) {
      return openText(this.kernel, text, this.rules); // which says why not
    }
    this.change(opened);
    await tick(); // the board forgets half a placement when its position changes
    this.boardState.half = half?.square ?? null;
    return opened;
  }

  /**
   * Go to the position of a link, within this tree if it contains it. Throws `RulesError` and what
   * `open` throws.
   */
  async follow(link: string): Promise<void> {
    if (link === this.link) return;
    const { rules, text } = readLink(link);
    const { tree, tags } = await openText(this.kernel, text, rules);
    const path = pathTo(this.tree, tree);
    if (path) this.goToPath(path);
    else this.change({ tree, tags });
  }

  // --- private -----------------------------------------------------------------------------

  private look(tree: Tree): void {
    this.show({ ...this.state, tree });
  }

  private change(state: Partial<State>): void {
    this.past = [...this.past, this.state].slice(-MAX_UNDO);
    this.future = [];
    this.show({ tree: state.tree ?? this.tree, tags: state.tags ?? this.tags });
  }

  private show(state: State): void {
    this.illegalReason = null;
    this.state = state;
    const saved = saveAnalysis(state.tree, state.tags);
    for (const store of this.stores) store.set((before) => ({ ...before, ...saved }));
  }
}

/** Whether the next placement can begin so. */
function canFollow({ mark, square }: HalfPlacement, { places, moves }: Survey): boolean {
  const isOpen = moves.some((move) => move.kind === "placement" && move.squares.includes(square));
  return isOpen && mark === markName(places.length + 1);
}

async function empty(kernel: Kernel, rules: Rules): Promise<Tree> {
  return emptyTree(rules, await kernel.survey({ rules, places: [] }));
}

/** The saved state; null if it is invalid. Throws `KernelError` if the kernel fails. */
async function restored(
  kernel: Kernel,
  { record, path, at }: SavedAnalysis,
): Promise<State | null> {
  try {
    const { tree, tags } = await openText(kernel, record, parseRules(DEFAULT_RULES));
    return { tree: atPly(atPath(tree, path), at), tags };
  } catch (error) {
    if (error instanceof TextError || error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * The path in `tree` that follows the line of `other`; null if it is not part of `tree`, or if
 * `other` has variations.
 */
function pathTo(tree: Tree, other: Tree): Path | null {
  if (hasVariations(other)) return null;
  if (writeLink(atPly(tree, 0)) !== writeLink(atPly(other, 0))) return null;
  const path: number[] = [];
  for (const { move } of lineOf(other).plies) {
    const { branches } = nodeAt(tree.root, path);
    const step = branches.findIndex((branch) => sameMove(branch.move, move));
    if (step < 0) return null;
    path.push(step);
  }
  return path;
}

// --- saved ----------------------------------------------------------------------------------

export interface SavedAnalysis {
  readonly version: 1;
  readonly record: string;
  readonly path: Path;
  readonly at: number;
}

const ANALYSIS: Shape<SavedAnalysis | null> = {
  name: "analysis",
  none: null,
  parse: (data) => (data === null ? null : parseSavedAnalysis(data)),
};

function saveAnalysis(tree: Tree, tags: ReadonlyMap<string, string>): SavedAnalysis {
  return { version: 1, record: recordText(tree, tags), path: tree.path, at: tree.at };
}

/** Tags that only matches have (N36), or that may no longer apply after changes. */
const OF_MATCHES = ["XKind", "OKind", "Current", "Conceded", "Offer", "Series", "Termination"];

/** The record of an analysis, with the current position if that is in the main line (N36). */
export function analysisRecord(tree: Tree, tags: ReadonlyMap<string, string>): string {
  const isInside = isMainLine(tree) && tree.at < mainLine(tree.root).length;
  return recordText(tree, tags, isInside ? tree.at : null);
}

/** The game as a record, with its tags; `at` moves of the main line are on the board, or all. */
export function recordText(
  game: Game,
  tags: ReadonlyMap<string, string> = new Map(),
  at: number | null = null,
): string {
  const own = [...tags].filter(([name]) => !OF_MATCHES.includes(name) && name !== "Result");
  const current = at === null ? [] : [["Current", String(at)] as const];
  return writeRecord(toRecord(game, new Map([...own, ...current])));
}

/** Validate the saved data; the record itself is not checked here. Throws `TypeError`. */
function parseSavedAnalysis(data: unknown): SavedAnalysis {
  const saved = Object(data) as Partial<Record<keyof SavedAnalysis, unknown>>;
  const { record, path, at } = saved;
  checkVersion("an analysis", saved.version);
  if (typeof record !== "string") throw new TypeError("the record is missing");
  if (!Array.isArray(path) || !path.every(isCount)) throw new TypeError("the way is missing");
  if (!isCount(at) || at > path.length) throw new TypeError(`it stands after ${String(at)} moves`);
  return { ...saved, version: 1, record, path, at };
}

function isCount(data: unknown): data is number {
  return typeof data === "number" && Number.isInteger(data) && data >= 0;
}
