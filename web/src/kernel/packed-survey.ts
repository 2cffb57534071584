/**
 * Surveys on their way from the worker. A large board has up to 32,640 placements, which are sent as
 * numbers and become moves when they are asked for.
 */

import type { Move, Survey } from "./types";

/** A survey with two numbers for each legal placement, instead of moves. */
export interface PackedSurvey extends Omit<Survey, "moves"> {
  readonly placements: Uint8Array;
}

export function unpackSurvey({ placements, ...survey }: PackedSurvey): Survey {
  let moves: readonly Move[] | null = null;
  return {
    ...survey,
    get moves() {
      return (moves ??= movesOf(survey.collapses, placements));
    },
  };
}

function movesOf(
  collapses: Survey["collapses"],
  placements: PackedSurvey["placements"],
): readonly Move[] {
  const moves: Move[] = collapses.map(({ square }) => ({ kind: "collapse", square }));
  for (let i = 0; i < placements.length; i += 2) {
    moves.push(placement(placements[i] as number, placements[i + 1] as number));
  }
  return moves;
}

/** Every placement exists once, so that the positions of a long game take little memory. */
const known: Move[] = [];

function placement(a: number, b: number): Move {
  return (known[(a << 8) | b] ??= { kind: "placement", squares: [a, b] });
}
