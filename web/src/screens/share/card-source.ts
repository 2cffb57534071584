/** What is drawn on a picture to share, and its link. */

import { gain } from "../../analysis/judgement";
import { gameLink } from "../../analysis/link";
import { linkedGame } from "../../analysis/open";
import type { Card } from "../../board/card";
import type { FeatureMessages } from "../../i18n/languages";
import { type Player, winnerOf } from "../../kernel/types";
import { shownSetup } from "../../online/names";
import { criticalPly } from "../../play/result";
import { rulesOf } from "../../play/setup";
import { type ShownPosition, shownPosition } from "../../play/shown-line.svelte";
import { seatName } from "../../play/words";
import type { Review } from "../../study/review";
import type { ReviewSession } from "../../study/review-session.svelte";
import { type Address, shareUrl } from "../address";
import { app, m, share as t, words } from "../context.svelte";
import { pictureOf } from "../files/picture";

export type ShareWords = FeatureMessages<"share">;
export type CardQuestion = keyof ShareWords["questions"];

export interface CardSource extends Pick<Card, "heading" | "winner" | "names" | "question"> {
  readonly position: ShownPosition;
  /** What the link opens. */
  readonly address: Address;
  /** Who sends it and may say "I". */
  readonly me?: Player | null;
}

/** A game to share. */
export interface SharedGame {
  /** As `gameLink` writes it. */
  readonly line: string;
  readonly names: Readonly<Record<Player, string>>;
  /** Null for a draw; undefined without a result. */
  readonly winner: Player | null | undefined;
  /** The only player on this device. */
  readonly me: Player | null;
  /** Whether that player had help, and so cannot boast of a win. */
  readonly isHelped?: boolean;
  /** The position to show instead of the usual one, by its number of plies, and its question. */
  readonly critical?: { readonly at: number; readonly question: CardQuestion };
}

/** A reviewed game, with the position that decided it. */
export function reviewedGame(
  { rules, people, game }: ReviewSession,
  { turning }: Review,
): SharedGame {
  const { plies } = game;
  const setup = shownSetup(words.online, game.setup);
  const outcome = plies.at(-1)?.after.outcome;
  return {
    line: gameLink({ rules, ...game }),
    names: { X: seatName(m, { setup, people }, "X"), O: seatName(m, { setup, people }, "O") },
    winner: outcome ? winnerOf(outcome) : undefined,
    me: people.length === 1 ? (people[0] ?? null) : null,
    ...(turning && { critical: { at: turning.number - 1, question: questionOf(turning) } }),
  };
}

/** The question that the position before the turning point asks. */
function questionOf({ ply, before }: NonNullable<Review["turning"]>): CardQuestion {
  if (ply.move.kind !== "collapse") return "move";
  return gain(before.decider, before.value) > before.margin ? "collapse" : "choice";
}

/** Throws `RulesError` and `TextError` if the line is no game. */
export async function gameCard(game: SharedGame): Promise<CardSource> {
  const { line: rest, names, winner = null, me } = game;
  const { setup, start, plies } = await linkedGame(app.kernel, rest);
  const at = game.critical?.at ?? criticalPly(plies, winner);
  const question = game.critical?.question ?? (at < plies.length ? "collapse" : "end");
  return {
    heading: headingOf(game),
    winner,
    names: me ? { ...names, [me]: t.me } : names,
    question: t.questions[question],
    position: shownPosition(rulesOf(setup), { start, plies, at }),
    address: { screen: "shared", rest },
    me: boasts(game) ? null : me,
  };
}

/** The picture as PNG in dark colours. Throws `DOMException` if the browser cannot draw it. */
export async function cardPicture(source: CardSource): Promise<Blob> {
  const { cardSvg, darkPalette, pngOf } = await import("../../board/export");
  const picture = pictureOf(m, app.settings, source.position);
  return pngOf(
    cardSvg({
      ...source,
      app: m.app.title,
      address: location.host,
      picture: { ...picture, coordinates: false, links: true, palette: darkPalette() },
    }),
    1,
  );
}

export function cardLink({ address, me }: CardSource): string {
  return shareUrl(address, document.documentElement.lang, me);
}

/** Whether the player has won with help, and so cannot say "I". */
function boasts({ winner, me, isHelped = false }: SharedGame): boolean {
  return isHelped && winner === me;
}

function headingOf(game: SharedGame): string {
  const { names, winner, me } = game;
  if (winner === undefined) return m.app.title;
  if (winner && boasts(game)) return t.wins({ name: winner });
  if (!me) return winner ? t.wins({ name: names[winner] }) : t.draw;
  const other = names[me === "X" ? "O" : "X"];
  if (!winner) return t.drew({ opponent: other });
  return winner === me ? t.won({ opponent: other }) : t.lost({ opponent: other });
}
