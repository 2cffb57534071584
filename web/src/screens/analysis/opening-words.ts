/** Names of openings. */

import type { OpeningName } from "../../analysis/openings";
import type { FeatureMessages } from "../../i18n/languages";
import { markName } from "../../notation/moves";

export function openingText(t: FeatureMessages<"analysis">, name: OpeningName): string {
  const { on, free, loop, shapes } = t.openings;
  const shape = shapes[name.shape];
  const marks = name.touched.map(markName).join("+");
  const text = name.isFirst ? shape : marks ? on({ shape, marks }) : free({ shape });
  return name.isLoop ? loop({ name: text }) : text;
}
