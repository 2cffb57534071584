/** A countdown in whole seconds. */

export class Countdown {
  /** Null while nothing is counted down. */
  seconds: number | null = $state(null);

  /** Create it with a component; `left` returns the remaining milliseconds, or null. */
  constructor(left: () => number | null) {
    $effect(() => {
      const show = (): void => {
        const remaining = left();
        this.seconds = remaining === null ? null : Math.ceil(remaining / 1000);
      };
      show();
      if (this.seconds === null) return;
      const timer = setInterval(show, 1000);
      return () => clearInterval(timer);
    });
  }
}
