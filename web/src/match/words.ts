/** Describe a match in sentences: status, events, result, contents of squares. */

import type { Messages, Preset } from "../i18n/languages";
import { classicalMarks, quantumMarks } from "../kernel/position";
import { PRESETS, type Rules, presetOf } from "../kernel/rules";
import { type Loop, type Place, type Player, isClassical } from "../kernel/types";
import { markName, squareName } from "../notation/moves";
import type { Ply } from "./line";
import type { Match } from "./match.svelte";
import { type Marks, type Setup, levelOf, marksOf, peopleOf, rulesOf } from "./setup";
import type { MatchView } from "./view";

/** Short name of the rules: preset and board. */
export function rulesTitle(
  m: Messages,
  { rules: text }: Pick<Setup, "rules">,
  rules: Rules,
): string {
  const { name } = m.presets[presetOf(text) as Preset];
  return `${name}, ${m.welcome.board({ rows: rules.rows, cols: rules.cols })}`;
}

/** What is special about the rules. */
export function rulesNote(m: Messages, text: string): string {
  return m.presets[presetOf(text) as Preset].text;
}

/** Options of all presets. */
export function presetOptions(m: Messages): { value: string; text: string }[] {
  return [...PRESETS.keys()].map((value) => ({ value, text: m.presets[value as Preset].name }));
}

/** The marks that a person plays. */
export function marksText(m: Messages, { marks }: Rules, wanted: Marks): string {
  if (wanted === "lot") return m.welcome.random;
  return marks === "classical"
    ? m.welcome.starts({ player: wanted })
    : m.welcome.first({ player: wanted });
}

/** Who plays: the level, two levels, or two people. */
export function opponentText(m: Messages, setup: Setup): string {
  const { X, O } = setup.seats;
  if (X !== "human" && O !== "human") return m.welcome.against({ x: m.levels[X], o: m.levels[O] });
  const level = levelOf(setup);
  return level ? m.levels[level] : m.welcome.two;
}

/** A setup in a line: `Easy · X first · Standard rules`. */
export function setupText(m: Messages, setup: Setup): string {
  const rules = rulesOf(setup);
  const isSized = presetOf(setup.rules) === "krist";
  return [
    opponentText(m, setup),
    ...(peopleOf(setup).length === 1 ? [marksText(m, rules, marksOf(setup))] : []),
    isSized ? rulesTitle(m, setup, rules) : m.presets[presetOf(setup.rules) as Preset].name,
  ].join(" · ");
}

/** Name of the player in a seat. */
export function seatName(
  m: Messages,
  { setup, people, names }: Pick<MatchView, "setup" | "people" | "names">,
  player: Player,
): string {
  if (names) return people.includes(player) ? m.game.you : names[player];
  const kind = setup.seats[player];
  if (kind !== "human") return m.levelKeys[kind];
  if (people.length === 1) return m.game.you;
  const isFirst = (player === "X") !== (setup.swapped ?? false);
  return isFirst ? m.game.playerOne : m.game.playerTwo;
}

export interface Status {
  readonly heading: string;
  readonly text: string;
}

/** The next action; if the game is over, see `verdict`. */
export function statusOf(m: Messages, match: MatchView, half: number | null): Status {
  if (match.position.outcome) return { heading: m.illegalMoves["game-over"], text: "" };
  if (match.loop) return loopStatus(m, match, match.loop);
  const decider = match.decider as Player;
  const turn = m.status.turn({ player: deciderName(m, match, decider) });
  if (!match.isOurs) return { heading: turn, text: eventsText(m, match) };
  const heading = match.people.length === 1 ? m.status.yours : turn;
  return { heading, text: placementText(m, match, half) };
}

/** Events since the last decision of a person, always including how a pending loop was closed. */
export function eventsText(
  m: Messages,
  { rules, recentPlies, plies, loop }: Pick<Match, "rules" | "recentPlies" | "plies" | "loop">,
): string {
  const events = loop && recentPlies.length === 0 ? plies.slice(-1) : recentPlies;
  if (loop && events.length === 0) return m.status.closed({ mark: markName(loop.closing) });
  return events.map((ply) => eventText(m, rules, ply)).join(" ");
}

/** Description of a ply. */
export function eventText(m: Messages, rules: Rules, { move, by, toss, after }: Ply): string {
  const mark = markName(after.places.length);
  const name = (square: number): string => squareName(rules, square);
  if (move.kind === "placement") {
    const [a, b] = move.squares;
    if (a === b) return m.events.whole({ mark, square: name(a) });
    const message = after.collapses.length > 0 ? m.events.closed : m.events.placed;
    return message({ mark, one: name(a), other: name(b) });
  }
  if (by !== "chance") return m.events.collapsed({ player: by, mark, square: name(move.square) });
  const landing = { mark, square: name(move.square) };
  return toss?.device
    ? m.events.tossedBy({ ...landing, device: toss.device })
    : m.events.tossed(landing);
}

/** Accessible labels of the squares. */
export function squareLabels(
  m: Pick<Messages, "squares">,
  rules: Rules,
  content: {
    readonly places: readonly Place[];
    readonly loop: Loop | null;
    readonly pairs: ReadonlyMap<number, Place>;
  },
  half: number | null,
): string[] {
  return Array.from({ length: rules.rows * rules.cols }, (_, square) => {
    const name = squareName(rules, square);
    const held = contents(m, rules, content, square);
    if (half === square) held.push(m.squares.half({ mark: markName(content.places.length + 1) }));
    return held.length > 0
      ? m.squares.holds({ square: name, marks: held.join("; ") })
      : m.squares.empty({ square: name });
  });
}

// --- private ---------------------------------------------------------------------------------

function placementText(m: Messages, { rules, position }: MatchView, half: number | null): string {
  const mark = markName(position.places.length + 1);
  const [only] = position.moves;
  if (half !== null) return m.status.half({ square: squareName(rules, half) });
  if (rules.marks === "classical") return m.status.placeWhole({ mark });
  if (position.moves.length === 1 && only?.kind === "placement" && isClassical(only.squares)) {
    return m.status.lastSquare({ mark, square: squareName(rules, only.squares[0]) });
  }
  return m.status.place({ mark });
}

function loopStatus(m: Messages, match: MatchView, { closing }: Loop): Status {
  const { decider, isOurs, people } = match;
  const mark = markName(closing);
  if (decider === "chance") return { heading: m.status.coin, text: m.status.coinAbout({ mark }) };
  const chooses = m.status.chooses({ player: deciderName(m, match, decider as Player) });
  if (!isOurs) return { heading: chooses, text: m.status.closed({ mark }) };
  return { heading: people.length === 1 ? m.status.youChoose : chooses, text: m.status.choose };
}

/** Two people or levels on one device are named by their marks, opponents by their names. */
function deciderName(m: Messages, match: MatchView, player: Player): string {
  return !match.names && match.people.length !== 1 ? player : seatName(m, match, player);
}

function contents(
  m: Pick<Messages, "squares">,
  rules: Rules,
  { places, loop, pairs }: Parameters<typeof squareLabels>[2],
  square: number,
): string[] {
  const landed = classicalMarks(places).get(square);
  if (landed !== undefined) {
    const gone = [...pairs].filter(([mark, pair]) => mark !== landed && pair.includes(square));
    const names = gone.map(([mark]) => markName(mark)).join(" ");
    return [
      m.squares.classical({ mark: markName(landed) }),
      ...(names ? [m.squares.vanished({ marks: names })] : []),
    ];
  }
  return quantumMarks(places)
    .filter((mark) => places[mark - 1]?.includes(square))
    .map((mark) => {
      const [a, b] = places[mark - 1] as Place;
      const message =
        mark === loop?.closing
          ? m.squares.closing
          : loop?.marks.includes(mark)
            ? m.squares.loop
            : loop?.stems.includes(mark)
              ? m.squares.stem
              : m.squares.quantum;
      return message({ mark: markName(mark), other: squareName(rules, a === square ? b : a) });
    });
}
