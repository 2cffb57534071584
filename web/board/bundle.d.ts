/** The element in one file, and a widget for notebooks. */

export * from "./qttt-board.js";

/** What a widget reads and changes, as in anywidget (https://anywidget.dev/en/afm/). */
export interface WidgetModel {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
  save_changes(): void;
  on(event: string, listener: () => void): void;
  off(event: string, listener: () => void): void;
}

/**
 * Shows a board with what the model has of `rules`, `start` (the element's `position`), `moves`,
 * `interactive`, `show` and `language` (`lang`). The moves of readers are set in `moves`.
 */
declare const widget: {
  /** Returns a function that removes the board. */
  render(context: { readonly model: WidgetModel; readonly el: HTMLElement }): () => void;
};
export default widget;
