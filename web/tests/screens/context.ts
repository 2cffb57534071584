/** What screens use, in tests: English messages, and what a test needs of the app. */

import type { App } from "../../src/screens/app.svelte";
import { loadWords, setApp, setLanguage } from "../../src/screens/context.svelte";

await setLanguage("en");
await loadWords();

export function useApp(part: unknown): void {
  setApp(part as App);
}
