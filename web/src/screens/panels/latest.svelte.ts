/** The answer to the latest request. The previous one stays visible until then. */
export class Latest<T> {
  value: T | null = $state.raw(null);
  private last: Promise<T> | null = null;

  /** `failed` is called on errors. */
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
