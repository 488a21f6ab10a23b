/** Tells of this process's commits: that there was one, not what it was. */
export class Commits {
  readonly #listeners: (() => void)[] = [];

  /** @param listener is called right after each commit, so it must be quick. */
  listen(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Passes on the outcome of a write that has committed. */
  readonly noted = <T>(outcome: T): T => {
    for (const listener of this.#listeners) listener();
    return outcome;
  };
}
