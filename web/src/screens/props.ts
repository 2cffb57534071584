/** Props that the components of a feature share; each picks what it needs. */

import type { AnalysisBoard } from "../analysis/analysis.svelte";
import type { Rules } from "../kernel/rules";
import type { Survey } from "../kernel/types";
import type { Exercise } from "../lessons/exercise.svelte";
import type { LessonProgress } from "../lessons/progress.svelte";
import type { Account, LoginMethods } from "../online/accounts";
import type { Room, RoomAction } from "../school/rooms";
import type { Puzzle } from "../study/puzzles";
import type { Demonstration } from "./teach/demonstration.svelte";

/** What a screen is given; `data` is loaded before it is shown. */
export interface ScreenProps<D> {
  readonly data: D;
}

/** Panels beside a board. */
export interface PanelProps {
  rules: Rules;
  survey: Survey;
}

export interface AnalysisProps {
  analysis: AnalysisBoard;
}

export interface LessonProps {
  exercise: Exercise;
  progress: LessonProgress;
}

/** The demonstration for a class. */
export interface TeachProps {
  shown: Demonstration;
}

export interface HomeworkProps {
  puzzles: readonly Puzzle[];
  /** Show another screen of homework. */
  onshow: (rest: string) => void;
}

export interface AccountProps {
  who: Account;
  methods: LoginMethods;
}

/** A class room. */
export interface RoomProps {
  room: Room;
  onact: (action: RoomAction) => Promise<void>;
}
