/** What came of saving, copying or opening. It outlives a screen that what was opened replaces. */

/** Something else that could be done, and the key for it. */
export interface Offer {
  readonly key: string;
  readonly act: () => void;
}

export class Talk {
  /** A sentence; null if there is nothing to say. */
  said: string | null = $state(null);
  /** Whether that has to be read, so that it stays until it is closed. */
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
