/** What somebody wants to play, kept on this device between visits. */

import { parseRules } from "../../kernel/rules";
import type { Side, Wish } from "../../online/service";
import { CLOCKS } from "../../online/words";
import { Shelf } from "../../settings/storage";

const USUAL: Wish = { rules: "goff", clock: CLOCKS[0], rated: false, side: "random" };
const SIDES: readonly Side[] = ["X", "O", "random"];

/** Throws for what is no wish. */
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

/** A wish that cannot be read is set aside; the usual one takes its place, as there is little in it. */
const kept = shelf.read(parseWish, () => undefined) ?? USUAL;

/** What is chosen in the form. */
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

  /** All of it. */
  get wish(): Wish {
    const { rules, clock, rated, side } = this;
    return { rules, clock, rated, side };
  }

  /** Wants this as soon as the lobby is shown. */
  repeat(wish: Wish): void {
    this.repeated = wish;
  }

  /** What is wanted again, told once. */
  again(): Wish | null {
    const { repeated } = this;
    this.repeated = null;
    return repeated;
  }
}

export const wished = new Wished();
