/** Why a tap does nothing on a board of another site, on which readers play both sides. */

import type { Attempt } from "../board/tap-action";
import type { Messages } from "../i18n/languages";
import type { PageKernel } from "../kernel/wasm-kernel";
import type { ShownPosition } from "../play/shown-line.svelte";

/** Null if there is nothing to say. */
export function refusedTap(
  m: Pick<Messages, "rejections" | "illegalMoves">,
  kernel: PageKernel,
  { rules, position }: ShownPosition,
  attempt: Attempt,
): string | null {
  switch (attempt.kind) {
    case "move": {
      const reason = kernel.refusal({ rules, places: position.places }, attempt.move);
      return reason && m.illegalMoves[reason];
    }
    case "wait":
      return m.illegalMoves["game-over"];
    case "point":
      return m.rejections.point;
    case "unclear":
      return m.rejections.unclear;
  }
}
