import { posix } from 'node:path';
import { groupedBy } from '#core/grouped-by.js';
import type { ProjectFile } from './project-files.js';

const IMPORT = /(?:from |import\()'([.#][^']+)'/g;

/** An import of one room's file by another room's. */
interface RoomEdge {
  readonly from: string;
  readonly to: string;
  /** `src/a/b/c.ts → src/d/e/f.ts`. */
  readonly imports: string;
}

/** The file of a specifier of our own, relative or with `#` for `src`. */
export const fileOf = (from: string, specifier: string): string => {
  const path = specifier.startsWith('#') ? `src/${specifier.slice(1)}` : posix.join(posix.dirname(from), specifier);
  return path.replace(/\.js$/, '.ts');
};

function* edgesOf({ path, text }: ProjectFile): Generator<RoomEdge> {
  for (const [, specifier] of text.matchAll(IMPORT)) {
    const target = fileOf(path, specifier);
    const [from, to] = [posix.dirname(path), posix.dirname(target)];
    if (from !== to) yield { from, to, imports: `${path} → ${target}` };
  }
}

/** Imports between rooms of `src` that are part of a cycle, of values and types. Files at its root compose all others. */
export function roomCycles(files: readonly ProjectFile[]): readonly string[] {
  const edges = files.flatMap((file) => [...edgesOf(file)]).filter(({ from, to }) => from !== 'src' && to !== 'src');
  const next = groupedBy(edges, ({ from }) => from);
  const reachable = new Map<string, ReadonlySet<string>>();
  for (const room of next.keys()) {
    const reached = new Set([room]);
    // A set yields what is added during its iteration.
    for (const each of reached) for (const { to } of next.get(each) ?? []) reached.add(to);
    reachable.set(room, reached);
  }
  return edges.filter(({ from, to }) => reachable.get(to)?.has(from)).map(({ imports }) => imports);
}
