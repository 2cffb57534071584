/** Boards in a page of happy-dom, and what readers do with them. */

import type { QtttBoard } from "../../board/src/qttt-board";

export async function show(attributes: Readonly<Record<string, string>>): Promise<QtttBoard> {
  const board = document.createElement("qttt-board") as QtttBoard;
  for (const [name, value] of Object.entries(attributes)) board.setAttribute(name, value);
  document.body.append(board);
  await board.ready;
  return board;
}

export function text(board: QtttBoard, selector: string): string | undefined {
  return board.shadowRoot?.querySelector(selector)?.textContent;
}

export function press(board: QtttBoard, ...squares: readonly number[]): void {
  for (const square of squares)
    board.shadowRoot
      ?.querySelector(`[data-square="${square}"]`)
      ?.dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true }));
}

/** The types of the events of a board, while they occur. */
export function eventsOf(board: QtttBoard): string[] {
  const events: string[] = [];
  for (const type of ["move", "collapse", "end", "step"])
    board.addEventListener(type, () => events.push(type));
  return events;
}
