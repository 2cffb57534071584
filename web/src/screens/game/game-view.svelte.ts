/** What the screen of a game shows besides the game: an earlier position, the result. */

import { untrack } from "svelte";

import { BoardState } from "../../board/board-state.svelte";
import { pageSpeed } from "../../board/glide.svelte";
import { type MatchView, earlierPosition } from "../../play/view";

/** The line is seen this long, in milliseconds at normal speed, before a sheet covers the screen. */
const LINE_MS = 1_100;

/** Create it with the component of the screen. */
export class GameView {
  readonly boardState = new BoardState();
  /** Whether the result is shown as a sheet. */
  showsResult = $state(false);
  /** Whether the end was announced by that sheet, or before this screen was opened. */
  isAnnounced = $state(false);
  /** Number of plies before an earlier position that is shown; null shows the game. */
  private lookedAt: number | null = $state(null);
  /** The earlier position that is shown. */
  readonly earlier = $derived.by(() => earlierPosition(this.game, this.lookedAt));

  /** Whether the last collapse of the game is still being shown: the winner is shown after it. */
  get isLanding(): boolean {
    const isLast = this.isOver() && !this.isAnnounced;
    return isLast && this.game.plies.at(-1)?.move.kind === "collapse";
  }

  constructor(
    private readonly game: Pick<MatchView, "rules" | "plies" | "pairs">,
    private readonly isOver: () => boolean,
  ) {
    // Looking back ends if the moves up to there are taken back.
    $effect(() => {
      if (!this.earlier) this.lookedAt = null;
    });
    // Show the result once a game ends that was going on, and nothing moves any more.
    this.isAnnounced = untrack(isOver);
    $effect(() => {
      if (!isOver()) this.isAnnounced = this.showsResult = false;
      if (this.isAnnounced || !isOver() || this.boardState.glides) return;
      const timer = setTimeout(() => {
        this.isAnnounced = this.showsResult = true;
      }, LINE_MS * pageSpeed());
      return () => clearTimeout(timer);
    });
  }

  /** Number of plies before the position that is shown. */
  get at(): number {
    return this.lookedAt ?? this.game.plies.length;
  }

  /** Show the position after that many plies; null for the game. */
  look(at: number | null): void {
    this.lookedAt = at;
    this.boardState.clear();
  }
}
