/** The settings of the seek form, saved on this device. */

import { parseRules } from "../../kernel/rules";
import type { Side, Wish } from "../../online/service";
import { CLOCKS } from "../../online/words";
import { Shelf } from "../../settings/storage";

const USUAL: Wish = { rules: "goff", clock: CLOCKS[0], rated: false, side: "random" };
const SIDES: readonly Side[] = ["X", "O", "random"];

/** Throws if the data is invalid. */
function parseWish(data: unknown): Wish {
  const { rules, clock, rated, side } = data as Record<string, unknown>;
  const known = SIDES.find((each) => each === side);
  if (typeof rules !== "string" || typeof clock !== "string" || !known) {
    throw new TypeError("what was wished is not known");
  }
  parseRules(rules);
  return { rules, clock, rated: rated === true, side: known };
}

const shelf = new Shelf<Wish>("wish");

/** An invalid value is set aside without notice, since little is lost. */
const kept = shelf.read(parseWish, () => undefined) ?? USUAL;

/** State of the form. */
class Wished {
  rules = $state.raw(kept.rules);
  clock = $state.raw(kept.clock);
  rated = $state.raw(kept.rated);
  side = $state.raw(kept.side);
  private repeated: Wish | null = null;

  constructor() {
    $effect.root(() => {
      $effect(() => void shelf.write(this.wish));
    });
  }

  /** The form as a seek. */
  get wish(): Wish {
    const { rules, clock, rated, side } = this;
    return { rules, clock, rated, side };
  }

  /** Repeat a seek when the lobby is shown. */
  repeat(wish: Wish): void {
    this.repeated = wish;
  }

  /** Return and clear the seek to repeat. */
  again(): Wish | null {
    const { repeated } = this;
    this.repeated = null;
    return repeated;
  }
}

export const wished = new Wished();
