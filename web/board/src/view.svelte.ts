/** What an element displays. */

import type { Component } from "svelte";

import type { WasmKernel } from "../../src/kernel/wasm-kernel";
import type { Move } from "../../src/kernel/types";
import type { ElementGame, Showable } from "./game";
import type { Language } from "./texts";

/** Everything that is displayed of valid attributes; parts are null if they are not needed. */
export interface Shown {
  readonly game: ElementGame;
  readonly kernel: WasmKernel;
  readonly show: ReadonlySet<Showable>;
  readonly language: Language;
  readonly Playable: Component<PartProps> | null;
  readonly Status: Component<PartProps> | null;
  readonly Extras: Component<PartProps> | null;
}

export interface PartProps {
  readonly shown: Shown;
  readonly onmove: (move: Move) => Promise<void>;
  /** Shows the position after that many moves. */
  readonly onstep: (at: number) => void;
}

/** The least heights of what is below a board: of the components' styles, on boards that are square. */
export const HEIGHTS = {
  interactive: "9.75rem",
  steps: "calc(0.5rem + 2lh + var(--touch))",
  values: "calc(0.5rem + 3lh)",
  worlds: "calc(1lh + 5.75rem)",
} as const;

type AwaitedPart = keyof typeof HEIGHTS;

/** The parts below the board: a game that can be played is stepped through by the same keys. */
export function awaitedParts(
  show: ReadonlySet<Showable>,
  isInteractive: boolean,
): readonly AwaitedPart[] {
  const steps = isInteractive ? "interactive" : show.has("steps") ? "steps" : null;
  const extras = (["values", "worlds"] as const).filter((part) => show.has(part));
  return steps ? [steps, ...extras] : extras;
}

export class ElementView {
  shown: Shown | null = $state.raw(null);
  /** What will be below the board, once it is loaded. */
  awaited: readonly AwaitedPart[] = $state.raw([]);
  /** A message in place of a board. */
  problem = $state("");
}
