/** The answer to the latest question. The one before stays in sight until it is there. */
export class Latest<T> {
  value: T | null = $state.raw(null);
  private last: Promise<T> | null = null;

  /** `failed` is told if there will be no answer. */
  constructor(private readonly failed: (error: unknown) => void) {}

  follow(answer: Promise<T>): void {
    this.last = answer;
    answer.then(
      (value) => {
        if (this.last === answer) this.value = value;
      },
      (error: unknown) => {
        if (this.last === answer) this.failed(error);
      },
    );
  }
}
