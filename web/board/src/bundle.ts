/** The element in one file, and a widget for notebooks around it. */

import type { WidgetModel } from "../bundle";
import { QtttBoard } from "./qttt-board";

export { QtttBoard };

const NAMES = ["rules", "position", "moves", "interactive", "show"] as const;

function render({ model, el }: { model: WidgetModel; el: HTMLElement }): () => void {
  const board = document.createElement("qttt-board") as QtttBoard;
  const listeners = NAMES.map((name) => {
    const update = (): void => {
      const value = model.get(name);
      if (value !== undefined && value !== board[name]) Object.assign(board, { [name]: value });
    };
    update();
    model.on(`change:${name}`, update);
    return [`change:${name}`, update] as const;
  });
  const follow = (): void => {
    model.set("moves", board.moves);
    model.set("current", board.current);
    model.save_changes();
  };
  board.addEventListener("move", follow);
  el.append(board);
  return () => {
    for (const [event, update] of listeners) model.off(event, update);
    board.remove();
  };
}

export default { render };
