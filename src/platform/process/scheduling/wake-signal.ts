/** Lets one waiter sleep until it is woken; a signal that comes before it waits is not lost. */
export class WakeSignal {
  #isSet = false;
  #wake: (() => void) | undefined;

  wake(): void {
    this.#isSet = true;
    this.#wake?.();
  }

  /** Waits for a signal. @param atMostMs timeout in milliseconds; it does not keep the process alive */
  async wait(atMostMs = Infinity): Promise<void> {
    if (!this.#isSet) {
      await new Promise<void>((resolve) => {
        const timer = atMostMs === Infinity ? undefined : setTimeout(resolve, atMostMs).unref();
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#isSet = false;
    this.#wake = undefined;
  }
}
