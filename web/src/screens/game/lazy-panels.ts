/** Components of a match that are loaded after the board and the first move. */

export { Preview } from "../../analysis/preview.svelte";
export { describeResult } from "../../play/result";
export { default as MatchSounds } from "../settings/MatchSounds.svelte";
export { default as EarlierBar } from "./EarlierBar.svelte";
export { default as Insight } from "./Insight.svelte";
export { default as MatchResult } from "./MatchResult.svelte";
export { default as MatchTools } from "./MatchTools.svelte";
export { default as Moves } from "../panels/Moves.svelte";
export { default as Outcomes } from "../parts/Outcomes.svelte";
export { default as SeatLevel } from "./SeatLevel.svelte";
export { default as SeatName } from "./SeatName.svelte";
export { default as ShareGame } from "./ShareGame.svelte";
export { default as Statistics } from "./Statistics.svelte";
export { default as ThinkingStatus } from "./ThinkingStatus.svelte";

export type LazyPanels = typeof import("./lazy-panels");
