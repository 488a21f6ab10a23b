/** Notifies listeners of each commit of this process, without its content. */
export class Commits {
  readonly #listeners: (() => void)[] = [];

  /** @param listener called right after each commit, so it must be fast */
  listen(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Notifies the listeners of a commit and returns its outcome. */
  readonly noted = <T>(outcome: T): T => {
    for (const listener of this.#listeners) listener();
    return outcome;
  };
}
