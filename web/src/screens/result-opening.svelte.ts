/** When the result of a game is shown as a sheet. */

import { untrack } from "svelte";

import { pageSpeed } from "../board/glide.svelte";

/** The line is seen this long, in milliseconds at normal speed, before a sheet covers the screen. */
const LINE_MS = 1_100;

export class ResultOpening {
  isOpen = $state(false);

  /** Open once a game ends that was going on, and nothing moves any more. */
  constructor(isOver: () => boolean, isMoving: () => boolean) {
    let wasOver = untrack(isOver);
    $effect(() => {
      if (!isOver()) wasOver = this.isOpen = false;
      if (wasOver || !isOver() || isMoving()) return;
      const timer = setTimeout(() => {
        wasOver = this.isOpen = true;
      }, LINE_MS * pageSpeed());
      return () => clearTimeout(timer);
    });
  }
}
