/** The user's rating before and after a rated game, once the server has computed it. */

import type { OnlineGame } from "../../online/game.svelte";
import type { Online } from "../../online/online.svelte";
import { type RulesRating, ratingFor } from "../../online/accounts";
import { ServiceError } from "../../online/service";
import type { OnlineMessages } from "../../online/words";

/** Delays in milliseconds between requests after the end of the game. */
const RETRY_DELAYS_MS = [300, 1_000, 3_000, 10_000];
/** Initial rating of new players. */
const INITIAL_RATING = 1500;

export class RatingChange {
  /** Null if there is none, undefined while unknown. */
  private before = $state.raw<RulesRating | null | undefined>(undefined);
  private now = $state.raw<RulesRating | null>(null);

  /** Create it with the view of the game, to know the rating before the end. */
  constructor(
    private readonly online: Online,
    private readonly game: OnlineGame,
  ) {
    if (!game.terms.rated || !game.seat) return;
    if (!game.isOver) void this.ask().then((found) => (this.before = found));
    $effect(() => (game.isOver ? this.look(RETRY_DELAYS_MS) : undefined));
  }

  /** `Your rating: 1500 → 1338 (−162)`; empty while it is unknown. */
  text(w: OnlineMessages, language: string): string {
    const { before, now } = this;
    if (!now) return "";
    const number = new Intl.NumberFormat(language, { useGrouping: false });
    if (before === undefined) return w.isRatedNow({ rating: number.format(now.rating) });
    const was = before?.rating ?? INITIAL_RATING;
    const change = new Intl.NumberFormat(language, { useGrouping: false, signDisplay: "always" });
    const difference = change.format(now.rating - was).replace("-", "−");
    return w.wasRated({
      before: number.format(was),
      after: number.format(now.rating),
      change: difference,
    });
  }

  /** Ask until the game counts; returns what stops that. */
  private look(delays: readonly number[]): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = ([delay, ...more]: readonly number[]): void => {
      if (delay === undefined) return;
      timer = setTimeout(async () => {
        const rating = await this.ask();
        if (rating && rating.games > (this.before?.games ?? 0)) this.now = rating;
        else wait(more);
      }, delay);
    };
    wait(delays);
    return () => clearTimeout(timer);
  }

  /** Undefined if the server cannot be reached. */
  private async ask(): Promise<RulesRating | null | undefined> {
    try {
      const person = await this.online.service.person(`@${this.online.who?.user}`);
      return ratingFor(person, this.game.terms);
    } catch (error) {
      if (error instanceof ServiceError) return undefined;
      throw error;
    }
  }
}
