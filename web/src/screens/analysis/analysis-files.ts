/** What the file menu saves, copies and opens on the analysis screen. */

import { type AnalysisBoard, analysisRecord } from "../../analysis/analysis.svelte";
import { gameOf } from "../../notation/game";
import { writeRules } from "../../notation/rules";
import { addressUrl } from "../address";
import { analysis as t, app, m } from "../context.svelte";
import type { FileSource } from "../files/file-actions.svelte";
import { pictureOf } from "../files/picture";

export function analysisFiles(analysis: AnalysisBoard): FileSource {
  return {
    name: () => `${t.title} ${writeRules(analysis.rules)}`,
    record: async () => analysisRecord(analysis.tree, analysis.tags),
    line: async () => gameOf(analysis.rules, analysis.start, analysis.plies),
    picture: () => pictureOf(m, app.settings, analysis, true),
    link: () => addressUrl({ screen: "analysis", rest: analysis.link }),
    open: (text) => analysis.open(text),
  };
}
