/** The settings of the seek form, saved on this device. */

import { untrack } from "svelte";

import { isLarge, parseRules } from "../../kernel/rules";
import { systemChance } from "../../play/chance";
import { DEFAULT, drawn, levelOf, marksOf, nearestLevel, singlePlayer } from "../../play/setup";
import type { InvitationOptions, PreferredSide, SeekOptions } from "../../online/service";
import { CLOCKS, FRIEND_CLOCKS, NO_CLOCK, canBeRated } from "../../online/words";
import type { Shape } from "../../settings/shape";
import { device } from "../../settings/storage.svelte";
import type { App } from "../app.svelte";

interface SavedForm extends SeekOptions {
  /** The clock of games with friends, who can need some time to learn the game. */
  readonly friendClock: string;
  /** The name of a guest in games with friends. */
  readonly name: string;
}

const DEFAULT_FORM: SavedForm = {
  rules: "goff",
  clock: CLOCKS[0],
  rated: false,
  side: "random",
  friendClock: NO_CLOCK,
  name: "",
};
const SIDES: readonly PreferredSide[] = ["X", "O", "random"];

/** Throws if the data is invalid. */
function parseForm(data: unknown): SavedForm {
  const saved = data as Record<string, unknown>;
  const { rules, clock, rated, side, friendClock = NO_CLOCK, name = "" } = saved;
  const known = SIDES.find((each) => each === side);
  const texts = { rules, clock, friendClock, name };
  if (!areTexts(texts) || !known) throw new TypeError("unknown seek options");
  parseRules(texts.rules);
  // Older versions had one clock for friends and strangers.
  if (texts.clock === NO_CLOCK) texts.clock = DEFAULT_FORM.clock;
  return { ...saved, ...texts, rated: rated === true, side: known };
}

function areTexts<Name extends string>(data: Record<Name, unknown>): data is Record<Name, string> {
  return Object.values(data).every((text) => typeof text === "string");
}

/** The game that an invitation repeats. */
type Repeated = Pick<SeekOptions, "rules" | "clock"> & { readonly start: string };

const SEEK: Shape<SavedForm> = { name: "wish", none: DEFAULT_FORM, parse: parseForm };
const stored = device.store(SEEK);
const saved = stored.value;

/** State of the form. */
class SeekFormState {
  rules = $state.raw(saved.rules);
  clock = $state.raw(saved.clock);
  rated = $state.raw(saved.rated);
  side = $state.raw(saved.side);
  friendClock = $state.raw(saved.friendClock);
  name = $state.raw(saved.name);
  /** Whether the lobby shows the form of an invitation. */
  invites = $state(false);
  /** For one invitation; its rules and clock are not saved. */
  private again: Repeated | null = $state.raw(null);
  private kept: Pick<SavedForm, "rules" | "friendClock"> | null = null;
  private repeated: SeekOptions | null = null;

  constructor() {
    $effect.root(() => {
      $effect(() => {
        const { rules, clock, rated, side, friendClock, name } = this;
        const form = { rules, clock, rated, side, friendClock, name };
        untrack(() => stored.set((last) => ({ ...last, ...form, ...this.kept })));
      });
    });
  }

  /** The form as a seek. */
  get seek(): SeekOptions {
    return this.optionsWith(this.clock);
  }

  /** The form as an invitation. */
  get invitation(): InvitationOptions {
    const { again, friendClock, name, rules } = this;
    const start = again?.rules === rules ? { start: again.start } : {};
    return { ...this.optionsWith(friendClock), name, ...start };
  }

  private optionsWith(clock: string): SeekOptions {
    const { rules, side } = this;
    return { rules, clock, rated: this.rated && canBeRated({ rules, clock }), side };
  }

  /** Invite a friend to another game of this kind when the lobby is shown. */
  inviteTo({ rules, clock, start }: Repeated): void {
    this.kept ??= { rules: this.rules, friendClock: this.friendClock };
    this.again = { rules, clock, start };
    Object.assign(this, { rules, friendClock: clock, invites: true });
  }

  /** Close the form of an invitation, and forget the game that it repeats. */
  endInvitation(): void {
    Object.assign(this, { ...this.kept, invites: false });
    this.again = this.kept = null;
  }

  /** The clocks to choose from in an invitation, with that of the game that it repeats. */
  get friendClocks(): readonly string[] {
    const { again } = this;
    return again ? [...new Set([...FRIEND_CLOCKS, again.clock])] : FRIEND_CLOCKS;
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
