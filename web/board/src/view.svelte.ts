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

export class ElementView {
  shown: Shown | null = $state.raw(null);
  /** A message in place of a board. */
  problem = $state("");
}
