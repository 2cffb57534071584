/** Όσα λένε στα ελληνικά τα μέρη της εφαρμογής που φορτώνονται αργότερα, από τους φακέλους τους. */

import { el as analysis } from "./analysis/el";
import { el as commands } from "./commands/el";
import { el as daily } from "./daily/el";
import type { en } from "./features.en";
import { el as games } from "./games/el";
import { el as guide } from "./guide/el";
import { el as lessons } from "./lessons/el";
import { el as notation } from "./notation/el";
import { el as online } from "./online/el";
import { el as physics } from "./physics/el";
import { el as puzzles } from "./puzzles/el";
import { el as record } from "./record/el";
import { el as review } from "./review/el";
import { el as settings } from "./settings/el";
import { el as share } from "./share/el";
import { el as statistics } from "./statistics/el";

export const el: typeof en = {
  ...{ analysis, commands, daily, games, guide, lessons, notation, online },
  ...{ physics, puzzles, record, review, settings, share, statistics },
};
