/** The last games on this device. */

import { type Saved, marksIn } from "./saved";

export interface SavedGame {
  readonly id: number;
  /** Time of the last move, in milliseconds. */
  readonly changed: number;
  readonly isOver: boolean;
  readonly saved: Saved;
}

const MAX_GAMES = 10;

/** The games with this one first; others are dropped if they are too old or have no marks. */
export function withGame(games: readonly SavedGame[], game: SavedGame): readonly SavedGame[] {
  const others = games.filter((each) => each.id !== game.id && hasMarks(each));
  return [game, ...others].slice(0, MAX_GAMES);
}

export function isUnfinished(game: SavedGame): boolean {
  return !game.isOver && hasMarks(game);
}

/** Whether the game is worth listing. */
export function hasMarks({ saved }: SavedGame): boolean {
  return marksIn(saved) > 0;
}
