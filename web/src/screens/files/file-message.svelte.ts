/** Message about a file action; it outlives the screen that is replaced by an opened game. */

/** An additional action with a button. */
export interface MessageAction {
  readonly key: string;
  readonly act: () => void;
}

export class FileMessage {
  /** The message; null if there is none. */
  text: string | null = $state(null);
  /** Whether it stays until dismissed. */
  stays = $state(false);
  offer: MessageAction | null = $state.raw(null);

  show(text: string | null, stays: boolean, offer: MessageAction | null = null): void {
    this.text = text || null;
    this.stays = stays;
    this.offer = offer;
  }

  close(): void {
    this.show(null, false);
  }
}
