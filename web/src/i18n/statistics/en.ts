/** Messages about the statistics of a computer's move. */

import type { Player } from "../players";
import { plural } from "../plural";

const counted = plural("en");

export const en = {
  title: "Search",
  none: "No data for this move.",
  early: "No data yet.",
  positions: (count: number) => counted(count, { one: "# position", other: "# positions" }),
  simulated: (count: number) => counted(count, { one: "# simulation", other: "# simulations" }),
  nodes: "Positions",
  depth: "Depth",
  plies: (count: number) => counted(count, { one: "# ply", other: "# plies" }),
  maxCutoffs: "Cut-offs in MAX",
  minCutoffs: "Cut-offs in MIN",
  timeCutoff: "Time cut-off",
  yes: "yes",
  no: "no",
  time: "Time",
  simulations: "Simulations",
  value: "Value",
  line: "Line",
  even: "even",
  lead: (player: Player, points: string) => `${player} +${points}`,
  exactly: (value: string) => `${value}, proven`,
  about: (value: string) => `≈ ${value}`,
  number: (count: number, digits = 0) =>
    count.toLocaleString("en", { maximumFractionDigits: digits }),
  seconds: (text: string) => `${text} s`,
};
