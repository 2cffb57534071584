/** The settings of the seek form, saved on this device. */

import { untrack } from "svelte";

import { isLarge, parseRules } from "../../kernel/rules";
import { systemChance } from "../../play/chance";
import { DEFAULT, drawn, levelOf, marksOf, nearestLevel, singlePlayer } from "../../play/setup";
import type { PreferredSide, SeekOptions } from "../../online/service";
import { CLOCKS } from "../../online/words";
import type { Shape } from "../../settings/shape";
import { device } from "../../settings/storage.svelte";
import type { App } from "../app.svelte";

const DEFAULT_OPTIONS: SeekOptions = {
  rules: "goff",
  clock: CLOCKS[0],
  rated: false,
  side: "random",
};
const SIDES: readonly PreferredSide[] = ["X", "O", "random"];

/** Throws if the data is invalid. */
function parseSeekOptions(data: unknown): SeekOptions {
  const saved = data as Record<string, unknown>;
  const { rules, clock, rated, side } = saved;
  const known = SIDES.find((name) => name === side);
  if (typeof rules !== "string" || typeof clock !== "string" || !known) {
    throw new TypeError("unknown seek options");
  }
  parseRules(rules);
  return { ...saved, rules, clock, rated: rated === true, side: known };
}

const SEEK: Shape<SeekOptions> = { name: "wish", none: DEFAULT_OPTIONS, parse: parseSeekOptions };
const stored = device.store(SEEK);
const saved = stored.value;

/** State of the form. */
class SeekFormState {
  rules = $state.raw(saved.rules);
  clock = $state.raw(saved.clock);
  rated = $state.raw(saved.rated);
  side = $state.raw(saved.side);
  private repeated: SeekOptions | null = null;

  constructor() {
    $effect.root(() => {
      $effect(() => {
        const { options } = this;
        untrack(() => stored.set((last) => ({ ...last, ...options })));
      });
    });
  }

  /** The form as a seek. */
  get options(): SeekOptions {
    const { rules, clock, rated, side } = this;
    return { rules, clock, rated, side };
  }

  /** Repeat a seek when the lobby is shown. */
  repeat(options: SeekOptions): void {
    this.repeated = options;
  }

  /** Return and clear the seek to repeat. */
  takeRepeated(): SeekOptions | null {
    const { repeated } = this;
    this.repeated = null;
    return repeated;
  }
}

export const seekForm = new SeekFormState();

/**
 * Play the level and side chosen last, by the rules of the seek if the computer can play by them;
 * `onstart` runs before the game is shown.
 */
export async function startMeanwhile(app: App, onstart?: () => void): Promise<void> {
  const { session } = app;
  const rules = isLarge(parseRules(seekForm.rules)) ? DEFAULT.rules : seekForm.rules;
  const level = nearestLevel(parseRules(rules), levelOf(session.setup) ?? "easy");
  const setup = singlePlayer(rules, marksOf(session.setup), level);
  await session.start(drawn(setup, systemChance), true);
  onstart?.();
  app.open({ screen: "game", rest: "" });
}
