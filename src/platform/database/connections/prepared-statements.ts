/** Length of all prepared texts of a connection, about 25 MB of the server's memory. */
const MAX_PREPARED_LENGTH = 256 * 1_024;

/** Closes a prepared statement. @returns false while its preparation is under way */
export type CloseStatement = (name: string) => boolean;

/**
 * Names of the statements that a connection has prepared, within `MAX_PREPARED_LENGTH` of text. Beyond it those that were
 * used longest ago are closed, one by one: the others keep their plans.
 */
export class PreparedStatements {
  /** Length of the text by name, in the order of use. */
  readonly #lengths = new Map<string, number>();
  #length = 0;

  constructor(
    private readonly close: CloseStatement,
    private readonly maxLength = MAX_PREPARED_LENGTH,
  ) {}

  has(name: string): boolean {
    return this.#lengths.has(name);
  }

  /** Notes that a statement is about to be sent, and closes others if it is a new one. */
  use(name: string, length: number): void {
    if (this.#lengths.delete(name)) {
      this.#lengths.set(name, length);
      return;
    }
    this.#makeRoom(length);
    this.#lengths.set(name, length);
    this.#length += length;
  }

  #makeRoom(length: number): void {
    for (const [name, itsLength] of this.#lengths) {
      if (this.#length + length <= this.maxLength) return;
      if (!this.close(name)) continue;
      this.#lengths.delete(name);
      this.#length -= itsLength;
    }
  }
}
