/** The messages of a part of the app, as they come and as the language changes. */

import { type Feature, type FeatureMessages, loadFeature } from "../i18n/languages";
import type { App } from "./app.svelte";

/** Call it while a component is set up; `words` is null until they are there. */
export class FeatureWords<F extends Feature> {
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
