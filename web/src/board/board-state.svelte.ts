/** What is selected on a board, and whether something moves on it. */

export class BoardState {
  /** The first square of an unfinished placement. */
  half: number | null = $state(null);
  /** Where the closing mark lands in the previewed collapse. */
  considered: number | null = $state(null);
  /** Why the last tap did nothing. */
  rejection: string | null = $state(null);
  /** Whether a collapse is being shown. */
  glides = $state(false);

  /** Whether a placement or a choice has begun. */
  get isSelecting(): boolean {
    return this.half !== null || this.considered !== null;
  }

  clear(): void {
    this.half = this.considered = this.rejection = null;
  }
}
