/** Lets one waiter sleep until somebody rings; a ring that comes before he waits is not lost. */
export class WakeSignal {
  #isRung = false;
  #wake: (() => void) | undefined;

  wake(): void {
    this.#isRung = true;
    this.#wake?.();
  }

  /** Waits for a ring. @param atMostMs for no longer than this */
  async wait(atMostMs?: number): Promise<void> {
    if (!this.#isRung) {
      await new Promise<void>((resolve) => {
        const timer = atMostMs === undefined ? undefined : setTimeout(resolve, atMostMs);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#isRung = false;
    this.#wake = undefined;
  }
}
