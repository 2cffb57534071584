/** Message about a file action; it outlives the screen that is replaced by an opened game. */

/** An additional action with a button. */
export interface Offer {
  readonly key: string;
  readonly act: () => void;
}

export class Talk {
  /** The message; null if there is none. */
  said: string | null = $state(null);
  /** Whether it stays until dismissed. */
  stays = $state(false);
  offer: Offer | null = $state.raw(null);

  say(said: string | null, stays: boolean, offer: Offer | null = null): void {
    this.said = said || null;
    this.stays = stays;
    this.offer = offer;
  }

  close(): void {
    this.say(null, false);
  }
}
