/** How far the first game on rails was played on this device. */

import type { Move } from "../kernel/types";
import type { SavedGame } from "../play/saved";
import type { Shape } from "../settings/shape";
import { device as here } from "../settings/storage.svelte";

interface SavedTutorial {
  readonly moves: readonly Move[];
  readonly isDone: boolean;
}

export const TUTORIAL: Shape<SavedTutorial | null> = {
  name: "tutorial",
  none: null,
  parse: parseTutorial,
};

/** Null if it was not begun. */
export function savedTutorial(device = here): SavedTutorial | null {
  return device.store(TUTORIAL).value;
}

/** Save the moves; once it is done, it stays so. */
export function saveTutorial({ moves, isDone }: SavedTutorial, device = here): void {
  device
    .store(TUTORIAL)
    .set((saved) => ({ ...saved, moves, isDone: isDone || (saved?.isDone ?? false) }));
}

export function isTutorialDone(device = here): boolean {
  return savedTutorial(device)?.isDone ?? false;
}

/** Number of finished games after which the first game on rails is no longer offered first. */
const FAMILIAR_GAMES = 3;

/** Whether nothing was learned, and few games were played to their end, on this device yet. */
export function isNewcomer(games: readonly Pick<SavedGame, "isOver">[], device = here): boolean {
  return (
    !isTutorialDone(device) &&
    games.filter(({ isOver }) => isOver).length < FAMILIAR_GAMES &&
    ["lessons", "daily"].every((name) => device.isEmpty(name))
  );
}

/** The moves are not checked here. */
function parseTutorial(data: unknown): SavedTutorial {
  const { moves, isDone } = data as SavedTutorial;
  if (!Array.isArray(moves)) throw new TypeError("moves are missing");
  return { ...(data as SavedTutorial), moves, isDone: isDone === true };
}
