import * as fc from 'fast-check';
import { GOOD } from './good-requests.js';
import { ODD } from './odd-json.js';
import type { Route } from './hostile-app.js';

const odd = fc.oneof(
  { arbitrary: fc.constantFrom(...ODD), weight: 8 },
  fc.string({ unit: 'binary', maxLength: 20 }).map((text) => JSON.stringify(text)),
  fc.integer({ min: 100, max: 5_000 }).map((length) => `"${'a'.repeat(length)}"`),
  fc.integer({ min: 2, max: 70 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
);

type Json = readonly Json[] | { readonly [name: string]: Json } | string | number | boolean | null;
type Mutate = (value: string) => string;

/** Mutation of one value or member: replaced, removed, doubled, renamed, wrapped. */
const change = fc.oneof<
  fc.Arbitrary<{ readonly value?: Mutate; readonly name?: (name: string) => string; readonly times?: number }>[]
>(
  odd.map((text) => ({ value: () => text })),
  fc.constant({ times: 0 }),
  fc.constant({ times: 2 }),
  fc
    .constantFrom(
      (n: string) => n.toLowerCase(),
      (n: string) => `${n}s`,
      (n: string) => n.slice(1),
      () => '__proto__',
      () => '',
    )
    .map((name) => ({ name })),
  fc
    .constantFrom<Mutate>(
      (v) => `[${v}]`,
      (v) => `{"Value":${v}}`,
      (v) => JSON.stringify(v),
      (v) => `[${Array(300).fill(v).join()}]`,
    )
    .map((value) => ({ value })),
);

/** Writes JSON while changing the nodes whose number is asked for. */
function write(
  json: Json,
  changes: ReadonlyMap<number, typeof change extends fc.Arbitrary<infer C> ? C : never>,
): string {
  let node = 0;
  const item = (value: Json, name?: string): readonly string[] => {
    const made = changes.get(node++) ?? {};
    const text = (made.value ?? ((same) => same))(inner(value));
    const label = name === undefined ? '' : `${JSON.stringify((made.name ?? ((same) => same))(name))}:`;
    return Array<string>(made.times ?? 1).fill(label + text);
  };
  const inner = (value: Json): string => {
    if (Array.isArray(value)) return `[${value.flatMap((each: Json) => item(each)).join()}]`;
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    return `{${Object.entries(value)
      .flatMap(([name, each]) => item(each, name))
      .join()}}`;
  };
  return inner(json);
}

const countNodes = (json: unknown): number =>
  typeof json === 'object' && json !== null
    ? Object.values(json).reduce<number>((sum, each) => sum + 1 + countNodes(each), 0)
    : 0;

/** A good request, changed in one to four places, as text. */
export const mutated: fc.Arbitrary<readonly [Route, string]> = fc
  .constantFrom(...GOOD)
  .chain(([route, body]) =>
    fc
      .array(fc.tuple(fc.nat(countNodes(body) - 1), change), { minLength: 1, maxLength: 4 })
      .map((changes) => [route, write(body as Json, new Map(changes))] as const),
  );
