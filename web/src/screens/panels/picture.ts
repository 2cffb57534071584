/** Export the displayed position as an image. */

import { contentOf } from "../../board/scene";
import type { Picture } from "../../board/svg";
import type { Messages } from "../../i18n/languages";
import type { Rules } from "../../kernel/rules";
import type { Place, Survey } from "../../kernel/types";
import { rulesTitle, squareLabels } from "../../match/words";
import { writeRules } from "../../notation/rules";
import type { Settings } from "../../settings/settings.svelte";

/** The position of a screen. */
export interface PictureSource {
  readonly rules: Rules;
  readonly survey: Survey;
  readonly pairs: ReadonlyMap<number, Place>;
  readonly last: readonly number[];
  /** Whether arrows show the outcomes of a loop. */
  readonly hasArrows?: boolean;
}

/** Everything but the colours, which depend on the element. */
export type PictureWithoutColors = Omit<Picture, "palette">;

export function pictureOf(
  m: Messages,
  settings: Settings,
  shot: PictureSource,
): PictureWithoutColors {
  const { rules, survey, pairs, last, hasArrows = false } = shot;
  const { layers, coordinates } = settings.choices;
  const content = contentOf(rules, survey, pairs);
  return {
    content,
    links: layers.includes("links"),
    showsHistory: layers.includes("history"),
    coordinates,
    title: rulesTitle(m, { rules: writeRules(rules) }, rules),
    description: squareLabels(m, rules, content, null).join("\n"),
    last,
    collapses: hasArrows ? survey.collapses : [],
  };
}
