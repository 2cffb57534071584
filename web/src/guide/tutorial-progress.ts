/** How far the first game on rails was played on this device. */

import type { Move } from "../kernel/types";
import type { SavedGame } from "../match/saved";
import { StoredValue } from "../settings/storage";

interface SavedTutorial {
  readonly moves: readonly Move[];
  readonly isDone: boolean;
}

const stored = new StoredValue<SavedTutorial>("tutorial");

/** Null if it was not begun, or cannot be read. */
export function savedTutorial(): SavedTutorial | null {
  return stored.read(parseTutorial, () => undefined);
}

export function saveTutorial(saved: SavedTutorial): void {
  stored.write(saved);
}

export function isTutorialDone(): boolean {
  return savedTutorial()?.isDone ?? false;
}

/** Number of finished games after which the first game on rails is no longer offered first. */
const FAMILIAR_GAMES = 3;

/** Whether nothing was learned, and few games were played to their end, on this device yet. */
export function isNewcomer(games: readonly Pick<SavedGame, "isOver">[]): boolean {
  return (
    !isTutorialDone() &&
    games.filter(({ isOver }) => isOver).length < FAMILIAR_GAMES &&
    ["lessons", "daily"].every((name) => new StoredValue(name).isEmpty)
  );
}

/** The moves are not checked here. */
function parseTutorial(data: unknown): SavedTutorial {
  const { moves, isDone } = data as SavedTutorial;
  if (!Array.isArray(moves)) throw new TypeError("moves are missing");
  return { moves, isDone: isDone === true };
}
