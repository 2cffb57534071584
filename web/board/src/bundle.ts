/** The element in one file, and a widget for notebooks around it. */

import type { WidgetModel } from "../bundle";
import { QtttBoard } from "./qttt-board";

export { QtttBoard };

/** Properties of the element, and their traits. */
const TRAITS = {
  rules: "rules",
  position: "start",
  moves: "moves",
  interactive: "interactive",
  show: "show",
  lang: "language",
} as const;
const NAMES = Object.keys(TRAITS) as (keyof typeof TRAITS)[];

function render({ model, el }: { model: WidgetModel; el: HTMLElement }): () => void {
  const board = document.createElement("qttt-board") as QtttBoard;
  const listeners = NAMES.map((name) => {
    const update = (): void => {
      const value = model.get(TRAITS[name]);
      if (value !== undefined && value !== board[name]) Object.assign(board, { [name]: value });
    };
    update();
    const event = `change:${TRAITS[name]}`;
    model.on(event, update);
    return [event, update] as const;
  });
  const follow = (): void => {
    model.set("moves", board.moves);
    model.save_changes();
  };
  board.addEventListener("move", follow);
  board.addEventListener("step", follow);
  el.append(board);
  return () => {
    for (const [event, update] of listeners) model.off(event, update);
    board.remove();
  };
}

export default { render };
