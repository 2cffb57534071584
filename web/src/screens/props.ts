/** Props that the components of a feature share; each picks what it needs. */

import type { AnalysisBoard } from "../analysis/analysis.svelte";
import type { FeatureMessages, Features, Messages } from "../i18n/languages";
import type { Rules } from "../kernel/rules";
import type { Survey } from "../kernel/types";
import type { Exercise } from "../lessons/exercise.svelte";
import type { LessonProgress } from "../lessons/progress.svelte";
import type { Account, LoginMethods } from "../online/accounts";
import type { Online } from "../online/online.svelte";
import type { Room, RoomAction } from "../online/rooms";
import type { OnlineMessages } from "../online/words";
import type { Puzzle } from "../study/puzzles";
import type { App } from "./app.svelte";
import type { Demonstration } from "./teach/demonstration.svelte";

export interface CommonProps {
  m: Messages;
  app: App;
  onsettings: () => void;
}

/** Panels beside a board. */
export interface PanelProps extends CommonProps {
  p: FeatureMessages<"physics">;
  t: FeatureMessages<"analysis">;
  rules: Rules;
  survey: Survey;
}

export interface RecordProps extends CommonProps {
  t: FeatureMessages<"record">;
}

export interface AnalysisProps extends CommonProps {
  t: FeatureMessages<"analysis">;
  analysis: AnalysisBoard;
}

export interface LessonProps extends CommonProps {
  t: FeatureMessages<"lessons">;
  p: FeatureMessages<"physics">;
  exercise: Exercise;
  progress: LessonProgress;
}

/** The demonstration for a class. */
export interface TeachProps extends CommonProps {
  p: FeatureMessages<"physics">;
  shown: Demonstration;
}

export interface HomeworkProps extends CommonProps {
  words: Features;
  puzzles: readonly Puzzle[];
  /** Show another screen of homework. */
  onshow: (rest: string) => void;
}

export interface OnlineProps extends CommonProps {
  w: OnlineMessages;
  online: Online;
  language: string;
  /** Show another screen of online play. */
  onshow: (rest: string) => void;
}

export interface AccountProps extends Pick<OnlineProps, "w" | "online"> {
  who: Account;
  methods: LoginMethods;
}

/** A class room. */
export interface RoomProps extends OnlineProps {
  features: Features;
  room: Room;
  onact: (action: RoomAction) => Promise<void>;
}
