/** Collapses as they are seen: the halves of each mark glide into one, mark by mark. */

import { type Loop, type Place, isClassical } from "../kernel/types";
import { GLIDE_MS, glideStart } from "../settings/delays";

/** The large mark appears a little before its halves arrive. */
const LANDING_SHARE = 0.85;

/** A mark that lands on one of its squares and leaves the other. */
export interface Flight {
  readonly mark: number;
  readonly from: number;
  readonly to: number;
}

/**
 * The marks that land in a collapse, in their order: the closing mark, then around the loop, then
 * the stems. Each leaves a square that an earlier one has taken.
 */
export function flightsOf(
  before: readonly Place[],
  loop: Loop | null,
  after: readonly Place[],
): Flight[] {
  if (!loop) return [];
  const waiting = new Map<number, Flight>();
  before.forEach(([a, b], i) => {
    const landed = after[i];
    if (a === b || !landed || !isClassical(landed)) return;
    const [to] = landed;
    waiting.set(i + 1, { mark: i + 1, from: to === a ? b : a, to });
  });
  const first = waiting.get(loop.closing);
  if (!first) return [];
  const flights: Flight[] = [];
  const taken = new Set<number>();
  for (let next: Flight | undefined = first; next; next = nextOf(waiting, loop.marks, taken)) {
    flights.push(next);
    taken.add(next.to);
    waiting.delete(next.mark);
  }
  return flights;
}

/** The next mark whose other square is taken, those of the loop first. */
function nextOf(
  waiting: ReadonlyMap<number, Flight>,
  loop: readonly number[],
  taken: ReadonlySet<number>,
): Flight | undefined {
  const ready = [...waiting.values()].filter(({ from }) => taken.has(from));
  return ready.find(({ mark }) => loop.includes(mark)) ?? ready[0];
}

/** What is known of a position to show how it collapses. */
interface Snapshot {
  readonly places: readonly Place[];
  readonly loop: Loop | null;
}

/** The collapse that is being shown on a board, if any. */
export class Glide<Shown extends Snapshot> {
  flights: readonly Flight[] = $state.raw([]);
  /** The position before the collapse. */
  before: Shown | null = null;
  private now: Shown | null = null;

  /** Follow the displayed position; a collapse starts a glide, unless nothing shall move. */
  follow(position: Shown): void {
    const { now } = this;
    this.now = position;
    if (!now || now.places === position.places) return;
    const flights = flightsOf(now.places, now.loop, position.places);
    if (flights.length > 0 && canGlide()) {
      this.before = now;
      this.flights = flights;
    } else if (this.flights.some(({ mark, to }) => !hasLanded(position.places[mark - 1], to))) {
      this.end();
    }
  }

  /** When a mark lands, in milliseconds at normal speed. */
  landing(mark: number): number {
    const place = this.flights.findIndex((flight) => flight.mark === mark);
    return place < 0 ? 0 : glideStart(place, this.flights.length) + LANDING_SHARE * GLIDE_MS;
  }

  /** Show the result. */
  end(): void {
    this.flights = [];
  }
}

/** The factor of durations on this page. */
export function pageSpeed(): number {
  return Number(getComputedStyle(document.documentElement).getPropertyValue("--pace"));
}

function canGlide(): boolean {
  return document.documentElement.dataset["motion"] === "some" && pageSpeed() > 0;
}

function hasLanded(place: Place | undefined, square: number): boolean {
  return place !== undefined && place[0] === square && place[1] === square;
}
