/** What all screens use: the app, and the messages in the user's language. */

import {
  type Feature,
  type Features,
  type Language,
  type Messages,
  loadFeatures,
  loadMessages,
} from "../i18n/languages";
import type { App } from "./app.svelte";

/** Constant once the app has started. */
export let app: App;

export function setApp(started: App): void {
  app = started;
}

let language: Language = "en";
let messages = $state.raw<Messages>();
let features = $state.raw<Features>();

/** The messages of the first screens, after `setLanguage`. */
export const m = current(() => messages);
/** All other messages, after `loadWords`. */
export const words = current(() => features);
export const analysis = group("analysis");
export const daily = group("daily");
export const files = group("files");
export const games = group("games");
export const guide = group("guide");
export const homework = group("homework");
export const lessons = group("lessons");
export const notation = group("notation");
export const online = group("online");
export const parity = group("parity");
export const physics = group("physics");
export const puzzles = group("puzzles");
export const record = group("record");
export const review = group("review");
export const settings = group("settings");
export const share = group("share");
export const statistics = group("statistics");

/** Rejects, without changing messages, if they cannot be loaded. */
export async function setLanguage(wanted: Language): Promise<void> {
  language = wanted;
  const loading = [loadMessages(wanted), features && loadFeatures(wanted)] as const;
  const [first, others] = await Promise.all(loading);
  if (wanted !== language) return;
  messages = first;
  if (others) features = others;
}

export async function loadWords(): Promise<void> {
  while (!features) {
    const wanted = language;
    const loaded = await loadFeatures(wanted);
    if (wanted === language) features = loaded;
  }
}

/** Load a part of the app with its messages. */
export async function withWords<T>(part: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([part, loadWords()]);
  return loaded;
}

function group<F extends Feature>(name: F): Features[F] {
  return current(() => features?.[name]);
}

/** Reads the object of the moment, so that what is shown follows it. */
function current<T extends object>(of: () => T | undefined): T {
  return new Proxy({} as T, { get: (_, key) => Reflect.get(of() as T, key) });
}
