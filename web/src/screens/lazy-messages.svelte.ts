/** Messages of a lazily loaded feature in the current language. */

import { type Feature, type FeatureMessages, loadFeature } from "../i18n/languages";
import type { App } from "./app.svelte";

/** Create it during component initialization; `words` is null until loaded. */
export class LazyMessages<F extends Feature> {
  words: FeatureMessages<F> | null = $state.raw(null);

  constructor(app: App, feature: F) {
    $effect(() => {
      let isWanted = true;
      loadFeature(feature, app.settings.choices.language).then(
        (words) => {
          if (isWanted) this.words = words;
        },
        (error: unknown) => app.failed(error),
      );
      return () => (isWanted = false);
    });
  }
}
