/** Texts of online play: clocks, seeks, errors, results. */

import type { FeatureMessages, Messages, Preset } from "../i18n/languages";
import { type Player, winnerOf } from "../kernel/types";
import { PRESETS, parseRules } from "../kernel/rules";
import { LEVELS } from "../play/levels";
import { type Status, rulesTitle, statusOf } from "../play/words";
import { pointsText } from "../notation/points";
import { daysLeft, isLong, parseClock, timeText } from "./clocks";
import { GUEST, personName } from "./names";
import type { NotificationWords } from "./notifications.svelte";
import { type SeekOptions, ServiceError } from "./service";
import type { PlayerInfo } from "./wire";
import type { ChatMessage } from "./chat.svelte";
import { describeResult, headingOf } from "../play/result";
import type { OnlineGame } from "./game.svelte";
import type { Ending } from "./log";

export type OnlineMessages = FeatureMessages<"online">;

/** Time controls of games with strangers, default first; links may contain others. */
export const CLOCKS = ["300+3", "60+1", "180+2", "600+5", "1800+20", "1d", "3d"] as const;
export const NO_CLOCK = "none";
/** Time controls of games with friends, default first. */
export const FRIEND_CLOCKS = [NO_CLOCK, ...CLOCKS] as const;

/** `5 min + 3 s`, `3 days a move`, `No clock`. */
export function clockText(w: OnlineMessages, clock: string, language: string): string {
  const control = parseClock(clock);
  if (control.kind === "none") return w.noClock;
  if (control.kind === "days") return w.days({ days: control.days });
  const minutes = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  return w.live({ minutes: minutes.format(control.base / 60), seconds: control.increment });
}

/** What a clock means, in a sentence. */
export function clockNote(w: OnlineMessages, clock: string): string {
  const control = parseClock(clock);
  if (control.kind === "none") return w.clockNotes.none;
  if (control.kind === "days") return w.clockNotes.days({ days: control.days });
  return w.clockNotes.live({ minutes: control.base / 60, seconds: control.increment });
}

/** Short name of the rules, with the board size if it is unusual. */
export function rulesText(m: Messages, rules: string): string {
  const [preset = "goff"] = rules.split(" ");
  return rules === preset
    ? m.presets[preset as Preset].name
    : rulesTitle(m, { rules }, parseRules(rules));
}

/** Shorter parts of a line are not broken, nor numbers separated from units. */
const SHORT = 16;
const BREAKS = { any: / /g, afterNumber: /(?<=\d) /g };

/** The name of a player, who can be a level. */
export function playerName(m: Messages, w: OnlineMessages, { name, level }: PlayerInfo): string {
  const known = LEVELS.find((other) => other === level);
  return known ? m.levels[known] : personName(w, name);
}

/** `Standard rules · 5 min + 3 s · Rated`. */
export function seekText(
  m: Messages,
  w: OnlineMessages,
  { rules, clock, rated }: Omit<SeekOptions, "side">,
  language: string,
): string {
  const parts = [rulesText(m, rules), clockText(w, clock, language), rated ? w.rated : ""];
  return parts
    .filter(Boolean)
    .map((text) => text.replace(BREAKS[text.length > SHORT ? "afterNumber" : "any"], "\u00a0"))
    .join("\u00a0· ");
}

/** Whether a game can be rated: common rules, and a clock. */
export function canBeRated({ rules, clock }: Pick<SeekOptions, "rules" | "clock">): boolean {
  return PRESETS.has(rules) && parseClock(clock).kind !== "none";
}

/** `1–½`; empty without a result. */
export function resultText(result: string | null, first: Player = "X"): string {
  if (!result || result === "*") return "";
  const points = result.split("-").map((part) => pointsText(Number(part)));
  return (first === "X" ? points : points.reverse()).join("–");
}

type PlayedOutcome = "won" | "lost" | "drawn" | "aborted";

/** How a finished game ended for the player of a seat. */
export function outcomeFor(seat: Player, result: string | null): PlayedOutcome {
  const [x = NaN, o = NaN] = (result ?? "").split("-").map(Number);
  if (Number.isNaN(x) || Number.isNaN(o)) return "aborted";
  const lead = seat === "X" ? x - o : o - x;
  return lead > 0 ? "won" : lead < 0 ? "lost" : "drawn";
}

/** Displayed time of a clock. */
export function leftText(w: OnlineMessages, left: number): string {
  if (!isLong(left)) return timeText(left);
  const { days, hours } = daysLeft(left);
  return w.leftShort({ days, hours });
}

/** Spoken time of a clock. */
export function accessibleTimeText(w: OnlineMessages, left: number): string {
  if (!isLong(left)) return timeText(left);
  const { days, hours } = daysLeft(left);
  return w.left({ days, hours });
}

/** A quick phrase in this language, or the text as written. */
export function chatText(w: OnlineMessages, { what }: ChatMessage): string {
  return typeof what === "string" ? what : (Object.values(w.phrases)[what - 1] ?? "");
}

/** Error message in this language for known codes, otherwise the server's. */
export function rejectionText(w: OnlineMessages, code: string, message: string): string {
  return (w.rejections as Readonly<Record<string, string>>)[code] ?? message;
}

/** Error message of a failed request; rethrows other errors. */
export function problemText(w: OnlineMessages, error: unknown): string {
  if (error instanceof ServiceError) return rejectionText(w, error.code, error.message);
  throw error;
}

/** Error message of an invitation, in which guests name themselves. */
export function invitationProblem(w: OnlineMessages, error: unknown): string {
  const isName = error instanceof ServiceError && error.code === "bad-name";
  return isName ? w.otherName : problemText(w, error);
}

export function roomProblem(w: OnlineMessages, error: unknown): string {
  const own: Readonly<Record<string, string>> = w.room.rejections;
  return (error instanceof ServiceError && own[error.code]) || problemText(w, error);
}

/** `wrong` is the message for a rejected proof; rethrows other errors. */
export function accountProblem(w: OnlineMessages, error: unknown, wrong: string): string {
  if (error instanceof DOMException) return w.account.passkeyOff;
  if (error instanceof ServiceError && error.code === "wrong-login") return wrong;
  return problemText(w, error);
}

/** Heading and sentence for a game; `half` is the square chosen first. */
export function onlineStatus(
  m: Messages,
  w: OnlineMessages,
  game: OnlineGame,
  half: number | null,
): Status {
  if (game.isPaused) return { heading: w.offline, text: w.paused };
  if (game.ending) return endingText(m, w, game.ending, game);
  const { outcome } = game.position;
  const usual = outcome ? describeResult(m, game, outcome) : statusOf(m, game, half);
  return game.pending?.kind === "move" ? { ...usual, text: w.sending } : usual;
}

/** Why the player's last decision was rejected; null if it was not. */
export function decisionRejection(
  m: Messages,
  w: OnlineMessages,
  { rejected }: Pick<OnlineGame, "rejected">,
): string | null {
  if (!rejected) return null;
  const { reason, code, message } = rejected;
  return reason ? m.illegalMoves[reason] : rejectionText(w, code, message);
}

/** Heading and sentence for results other than on the board; `people` are empty for spectators. */
export function endingText(
  m: Messages,
  w: OnlineMessages,
  { how, loser, abortedBy, calledOff }: Ending,
  { people, names }: Pick<OnlineGame, "people" | "names">,
): Status {
  if (how === "agreed" || how === "claimed")
    return { heading: m.result.moods.draw, text: w.endings[how] };
  if (how === "aborted" || !loser) {
    const { aborted, abortedBy: by, own, calledOff: reasons } = w.endings;
    if (calledOff && people.length > 0) return { heading: w.over, text: reasons[calledOff] };
    const text = !abortedBy
      ? aborted
      : people.includes(abortedBy)
        ? own.aborted
        : by({ name: names[abortedBy] });
    return { heading: w.over, text };
  }
  const heading = headingOf(m, people, loser === "X" ? "O" : "X");
  const text = people.includes(loser) ? w.endings.own[how] : w.endings[how]({ name: names[loser] });
  return { heading, text };
}

/** What is known of a rematch; empty if that is nothing. */
export function rematchText(
  w: OnlineMessages,
  game: Pick<OnlineGame, "seat" | "rematch" | "isLast" | "offers" | "names" | "terms"> &
    Pick<OnlineGame, "isOpponentAway" | "hasOpponentLeft">,
): string {
  const { seat, rematch, isLast, offers, names, terms, isOpponentAway, hasOpponentLeft } = game;
  if (!seat || rematch) return "";
  if (isLast) return w.last;
  const name = names[seat === "X" ? "O" : "X"];
  if (offers.rematch === seat) {
    if (!isOpponentAway) return w.offered.rematch;
    // Players of other games come back, and are notified.
    const isLive = parseClock(terms.clock).kind === "live";
    return isLive ? w.offeredInVain({ name }) : w.offeredLater({ name });
  }
  if (offers.rematch) return w.offers.rematch({ name });
  return hasOpponentLeft ? w.opponentLeft({ name }) : "";
}

/** Null for a draw; undefined if the game was aborted. */
export function onlineWinner({
  ending,
  position: { outcome },
}: OnlineGame): Player | null | undefined {
  if (ending?.loser) return ending.loser === "X" ? "O" : "X";
  if (ending?.how === "agreed") return null;
  return outcome ? winnerOf(outcome) : undefined;
}

/** Whether the player at this device has won. */
export function hasWon(game: OnlineGame): boolean {
  return game.seat !== null && onlineWinner(game) === game.seat;
}

const NOTIFICATIONS = ["started", "turn", "over", "draw", "takeback", "rematch"] as const;

/** Titles and texts of notifications; the service worker replaces `{opponent}`. */
export function notificationWords({ notifications, person }: OnlineMessages): NotificationWords {
  const opponent = "{opponent}";
  const kinds = NOTIFICATIONS.map((kind) => {
    const { title, body } = notifications[kind];
    return [kind, { title, body: body({ opponent }) }];
  });
  const guest = { pattern: GUEST.source, name: person.numbered({ number: "$1" }) };
  return { guest, kinds: Object.fromEntries(kinds) };
}

/** The browser rejects a subscription with a `DOMException`. */
export function notificationProblem(w: OnlineMessages, error: unknown): string {
  return error instanceof DOMException ? w.notifications.failed : problemText(w, error);
}
