import { refuseNames } from './malformed-json.js';

/**
 * Names of the members of a text, each kept once. V8 finds a member faster by a string that it has seen before, and takes
 * several times as long for a new one.
 */
export class JsonNames {
  readonly #known = new Map<string, string>();

  constructor(private readonly max: number) {}

  /** Returns the first string that equals the name. @throws {DomainError} TooLarge for too many different names */
  get(name: string): string {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    if (this.#known.size >= this.max) refuseNames(this.max);
    this.#known.set(name, name);
    return name;
  }
}
