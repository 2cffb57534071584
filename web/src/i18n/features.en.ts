/** English messages of lazily loaded features, one folder each. */

import { en as analysis } from "./analysis/en";
import { en as commands } from "./commands/en";
import { en as daily } from "./daily/en";
import { en as games } from "./games/en";
import { en as guide } from "./guide/en";
import { en as lessons } from "./lessons/en";
import { en as notation } from "./notation/en";
import { en as online } from "./online/en";
import { en as physics } from "./physics/en";
import { en as puzzles } from "./puzzles/en";
import { en as record } from "./record/en";
import { en as review } from "./review/en";
import { en as settings } from "./settings/en";
import { en as share } from "./share/en";
import { en as statistics } from "./statistics/en";

export const en = {
  analysis,
  commands,
  daily,
  games,
  guide,
  lessons,
  notation,
  online,
  physics,
  puzzles,
  record,
  review,
  settings,
  share,
  statistics,
};
