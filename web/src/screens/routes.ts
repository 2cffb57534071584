/** Screens that are loaded when they are opened. */

import type { Component } from "svelte";

import { fetched } from "../kernel/fetched";
import type { Puzzle } from "../study/puzzles";
import type { Screen } from "./address";
import type { App } from "./app.svelte";
import { withWords } from "./context.svelte";

/** A loaded screen with its data. */
export interface LoadedScreen {
  readonly Shown: Component<{ data?: unknown }>;
  readonly data: unknown;
}
type ScreenRoute = (app: App) => Promise<LoadedScreen>;

/** A route to a component and, if it needs any, its data. */
function route<P extends object, D>(
  component: () => Promise<{ default: Component<P> }>,
  load?: (app: App) => Promise<D>,
): ScreenRoute {
  return async (app) => {
    const [{ default: Shown }, data] = await Promise.all([
      fetched(withWords(component())),
      load?.(app),
    ]);
    return { Shown: Shown as LoadedScreen["Shown"], data };
  };
}

/** Screens that are always loaded; every other one must have a route. */
type LoadedAtStart = "welcome" | "game";

export const ROUTES: Record<Exclude<Screen, LoadedAtStart>, ScreenRoute> = {
  games: route(() => import("./games/Games.svelte")),
  tutorial: route(
    () => import("./guide/Tutorial.svelte"),
    async ({ kernel }) =>
      (await fetched(import("../guide/first-game.svelte"))).FirstGame.begin(kernel),
  ),
  lessons: route(() => import("./lessons/Lessons.svelte")),
  analysis: route(
    () => import("./analysis/Analysis.svelte"),
    async (app) => (await fetched(import("./analysis/address.svelte"))).AnalysisAddress.load(app),
  ),
  review: route(() => import("./review/Review.svelte")),
  shared: route(() => import("./review/Review.svelte")),
  puzzles: route(() => import("./puzzles/Puzzles.svelte"), puzzles),
  daily: route(() => import("./daily/Daily.svelte"), puzzles),
  record: route(() => import("./record/Record.svelte")),
  teach: route(() => import("./teach/Teach.svelte")),
  parity: route(
    () => import("./parity/Parity.svelte"),
    async ({ kernel, address }) =>
      (await fetched(import("./parity/shown-loop"))).shownLoop(kernel, address.rest),
  ),
  online: route(() => import("./online/Online.svelte")),
  homework: route(() => import("./school/homework/Homework.svelte"), puzzles),
};

async function puzzles(): Promise<readonly Puzzle[]> {
  return (await fetched(import("../study/puzzles"))).loadPuzzles();
}
