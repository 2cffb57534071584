/** Open a saved game. */

import type { SavedGame } from "../../match/saved";
import type { App } from "../app.svelte";

/** Resume the game and show it; an invalid one is set aside with a notice. */
export function openGame(app: App, { id }: SavedGame): void {
  app.session.resume(id).then(
    (isThere) => isThere && app.open({ screen: "game", rest: "" }),
    (error: unknown) => app.failed(error),
  );
}
