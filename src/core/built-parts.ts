import type { Steps } from './steps.js';

interface Kept {
  readonly sources: readonly unknown[];
  readonly built: unknown;
}

/**
 * Keeps what was built from definitions of one environment. It is built anew when one of the objects that it was built
 * from is another one, so whoever changes a definition makes a new object of it.
 */
export class BuiltParts {
  readonly #kinds = new Map<string, WeakMap<object, Kept>>();

  /**
   * Returns what was built of this kind from the same objects, or builds it.
   * @param definition by which it is kept, as long as that lives
   * @param sources everything else that it is built from
   */
  of<Built>(kind: string, definition: object, sources: readonly unknown[], build: () => Built): Built {
    const known = this.#of(kind);
    const kept = known.get(definition);
    if (kept && sameItems(kept.sources, sources)) return kept.built as Built;
    const built = build();
    known.set(definition, { sources, built });
    return built;
  }

  /** Does the same as `of` with what is built in steps. */
  *inSteps<Built>(
    kind: string,
    definition: object,
    sources: readonly unknown[],
    build: () => Steps<Built>,
  ): Steps<Built> {
    const kept = this.#of(kind).get(definition);
    if (kept && sameItems(kept.sources, sources)) return kept.built as Built;
    const built = yield* build();
    return this.of(kind, definition, sources, () => built);
  }

  #of(kind: string): WeakMap<object, Kept> {
    const known = this.#kinds.get(kind) ?? new WeakMap<object, Kept>();
    this.#kinds.set(kind, known);
    return known;
  }
}

/** Tells whether two lists have the same objects in the same order. */
export const sameItems = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a === b || (a.length === b.length && a.every((item, i) => item === b[i]));
