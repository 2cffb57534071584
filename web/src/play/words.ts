/** Describe a match in sentences: status, events, result, contents of squares. */

import type { Messages, Preset } from "../i18n/languages";
import {
  type Loop,
  PLAYERS,
  type Place,
  type Player,
  type Survey,
  classicalMarks,
  onlySquare,
  playerOf,
  quantumMarks,
} from "../kernel/types";
import { PRESETS, type Rules, presetOf } from "../kernel/rules";
import { markName, squareName } from "../notation/moves";
import type { Ply } from "./line";
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

/** The rules that most people want. */
const MAIN_PRESETS: readonly string[] = ["goff", "classic3"];

/** Options of all presets, the main ones before a group of the others. */
export function presetOptions(m: Messages): {
  options: { value: string; text: string }[];
  more: { first: number; text: string };
} {
  const others = [...PRESETS.keys()].filter((name) => !MAIN_PRESETS.includes(name));
  return {
    options: [...MAIN_PRESETS, ...others].map((value) => ({
      value,
      text: m.presets[value as Preset].name,
    })),
    more: { first: MAIN_PRESETS.length, text: m.welcome.advanced },
  };
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
  const { seats, names } = setup;
  const level = levelOf(setup);
  if (level && peopleOf(setup).length === 1) return m.levels[level];
  if (!level && !names) return m.welcome.two;
  const [x = "", o = ""] = PLAYERS.map((player) => {
    const kind = seats[player];
    return kind === "human" ? seatName(m, { setup, people: PLAYERS }, player) : m.levels[kind];
  });
  return m.welcome.against({ x, o });
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

type Named = Pick<MatchView, "setup" | "people" | "names">;

/** Name of the player in a seat. */
export function seatName(
  m: Messages,
  { setup, people, names = setup.names }: Named,
  player: Player,
): string {
  if (people.length === 1 && people[0] === player) return m.game.you;
  if (names?.[player]) return names[player];
  const kind = setup.seats[player];
  if (kind !== "human") return m.levels[kind];
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
  if (!match.isOurs) return { heading: turn, text: "" };
  const heading = match.people.length === 1 ? m.status.yours : turn;
  return { heading, text: placementText(m, match, half) };
}

/** An event in words; a choice is a collapse that another player or a coin has chosen. */
interface MatchEvent {
  readonly text: string;
  readonly isChoice: boolean;
}

/**
 * Events since the last decision of a person, always including how a pending loop was closed. None
 * if the game was ended by something other than a move, such as a resignation.
 */
export function eventsOf(
  m: Messages,
  match: Named &
    Pick<MatchView, "rules" | "recentPlies" | "plies" | "loop" | "decider" | "position">,
): readonly MatchEvent[] {
  const { rules, recentPlies, plies, loop, decider, position } = match;
  if (decider === null && !position.outcome) return [];
  const events = loop && recentPlies.length === 0 ? plies.slice(-1) : recentPlies;
  if (loop && events.length === 0)
    return [{ text: m.status.closed({ mark: markName(loop.closing) }), isChoice: false }];
  return events.map((ply) => ({
    text: eventText(m, rules, ply, (player) => deciderName(m, match, player)),
    isChoice: ply.move.kind === "collapse",
  }));
}

/** Description of a ply. */
export function eventText(
  m: Messages,
  rules: Rules,
  { move, by, toss, after }: Ply,
  nameOf = (player: Player): string => player,
): string {
  const mark = markName(after.places.length);
  const name = (square: number): string => squareName(rules, square);
  if (move.kind === "placement") {
    const [a, b] = move.squares;
    if (a === b) return m.events.whole({ mark, square: name(a) });
    const message = after.collapses.length > 0 ? m.events.closed : m.events.placed;
    return message({ mark, one: name(a), other: name(b) });
  }
  const landing = { mark, square: name(move.square) };
  if (by !== "chance") return m.events.collapsed({ player: nameOf(by), ...landing });
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
  preview: readonly Place[] | null = null,
): string[] {
  const landed = classicalMarks(content.places);
  const landings = preview && classicalMarks(preview);

  return Array.from({ length: rules.rows * rules.cols }, (_, square) => {
    const name = squareName(rules, square);
    const held = contents(m, rules, content, square);
    const mark = landings?.get(square);
    if (mark !== undefined && mark !== landed.get(square))
      held.push(m.squares.previewed({ mark: markName(mark) }));
    if (half === square) held.push(m.squares.half({ mark: markName(content.places.length + 1) }));
    return held.length > 0
      ? m.squares.holds({ square: name, marks: held.join("; ") })
      : m.squares.empty({ square: name });
  });
}

// --- private ---------------------------------------------------------------------------------

function placementText(m: Messages, { rules, position }: MatchView, half: number | null): string {
  const mark = markName(position.places.length + 1);
  const only = onlySquare(position.moves);
  if (half !== null) return m.status.half({ square: squareName(rules, half) });
  if (rules.marks === "classical") return m.status.placeWhole({ mark });
  if (only !== null) return m.status.lastSquare({ mark, square: squareName(rules, only) });
  return m.status.place({ mark });
}

function loopStatus(m: Messages, match: MatchView, { closing }: Loop): Status {
  const { decider, isOurs, people } = match;
  const mark = markName(closing);
  if (decider === "chance") return { heading: m.status.coin, text: m.status.coinAbout({ mark }) };
  const chooses = m.status.chooses({ player: deciderName(m, match, decider as Player) });
  if (!isOurs) return { heading: chooses, text: m.status.closed({ mark }) };
  const text = fillsSameSquares(match.position) ? m.status.sameSquares : m.status.choose;
  return { heading: people.length === 1 ? m.status.youChoose : chooses, text };
}

/** Whether each square gets a mark of the same player in both outcomes. */
function fillsSameSquares({ collapses }: Pick<Survey, "collapses">): boolean {
  const [one, other] = collapses.map(({ places }) =>
    [...classicalMarks(places)].map(([square, mark]) => `${square} ${playerOf(mark)}`).sort(),
  );
  return one?.join() === other?.join();
}

/** Two people or levels on one device are told apart by their marks, unless they have names. */
export function deciderName(m: Messages, match: Named, player: Player): string {
  const { people, setup, names = setup.names } = match;
  return names?.[player] || people.length === 1 ? seatName(m, match, player) : player;
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
