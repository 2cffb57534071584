/** Export the displayed position as an image. */

import { contentOf } from "../../board/scene";
import type { Picture } from "../../board/svg";
import type { Messages } from "../../i18n/languages";
import type { ShownPosition } from "../../play/shown-line.svelte";
import { rulesTitle, squareLabels } from "../../play/words";
import { writeRules } from "../../notation/rules";
import type { Settings } from "../../settings/settings.svelte";

/** Everything but the colours, which depend on the element. */
export type PictureWithoutColors = Omit<Picture, "palette">;

/** The picture of the position of a screen; arrows can show the outcomes of a loop. */
export function pictureOf(
  m: Messages,
  settings: Settings,
  { rules, position, pairs, last = [] }: ShownPosition,
  hasArrows = false,
): PictureWithoutColors {
  const { layers, coordinates } = settings.choices;
  const content = contentOf(rules, position, pairs);
  return {
    content,
    links: layers.includes("links"),
    showsHistory: layers.includes("history"),
    coordinates,
    title: rulesTitle(m, { rules: writeRules(rules) }, rules),
    description: squareLabels(m, rules, content, null).join("\n"),
    last,
    collapses: hasArrows ? position.collapses : [],
  };
}
