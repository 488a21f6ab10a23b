import type { BuildFailure } from './build-failure.js';
import type { IndexState } from './index-states.repository.js';
import type { WantedIndex } from '#definitions/core/schema/wanted-table.js';

/** An index with the name of its table. */
interface PlacedIndex {
  readonly index: WantedIndex;
  readonly table: string;
}

/** Difference between the indexes that definitions ask for and those of the database. */
export interface IndexWork {
  /** Indexes that are made beside writes; others come with the tables. */
  readonly wanted: readonly PlacedIndex[];
  /** Absent or not finished. */
  readonly missing: readonly PlacedIndex[];
  /** Names of indexes that no definition asks for. */
  readonly unwanted: readonly string[];
}

/**
 * @param wanted by the name of their table
 * @param existing validity by name
 */
export function indexWork(
  wanted: ReadonlyMap<string, readonly WantedIndex[]>,
  existing: ReadonlyMap<string, boolean>,
): IndexWork {
  const all = [...wanted].flatMap(([table, indexes]) => indexes.map((index): PlacedIndex => ({ index, table })));
  const names = new Set(all.map(({ index }) => index.name));
  const placed = all.filter(({ index }) => index.beside);
  return {
    wanted: placed,
    missing: placed.filter(({ index }) => existing.get(index.name) !== true),
    unwanted: [...existing.keys()].filter((name) => !names.has(name)),
  };
}

/** States of the declared indexes: one that is made in several forms is ready when all are. */
export function statesOf(
  { wanted, missing }: IndexWork,
  failures: ReadonlyMap<string, BuildFailure>,
): readonly IndexState[] {
  const isMissing = new Set(missing.map(({ index }) => index.name));
  const states = new Map<string, IndexState>();
  for (const { index } of wanted) {
    const error = isMissing.has(index.name) ? (failures.get(index.name)?.error ?? null) : null;
    for (const { kind, id } of index.declared ?? []) {
      const known = states.get(id);
      const state = error !== null ? 'Failed' : isMissing.has(index.name) ? 'Building' : 'Ready';
      states.set(id, worse({ kind, id, state, error }, known));
    }
  }
  return [...states.values()];
}

const SEVERITY = ['Ready', 'Building', 'Failed'];

const worse = (a: IndexState, b: IndexState | undefined): IndexState =>
  b === undefined || SEVERITY.indexOf(a.state) > SEVERITY.indexOf(b.state) ? a : b;
