/** Array of `count` elements. */
const many = <T>(count: number, make: (i: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, i) => make(i));

/** A misspelt name of a field, each one different. */
const misspelt = (i: number): string =>
  `Cre${many(5, (k) => String.fromCharCode(97 + (Math.floor(i / 26 ** k) % 26))).join('')}a`;

const insert = (EntityName: string, Fields: readonly unknown[]): object => ({ EntityName, Fields });

/** A request whose body is longer than any real one, with what it is answered. */
export interface LongBody {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body: string;
  /** Member of a fault's `Params` with the limit. */
  readonly limit: 'MaxValues' | 'MaxNames' | 'MaxFaults' | 'MaxAssignments';
  readonly status: number;
}

const post = (path: string, body: unknown): Pick<LongBody, 'method' | 'path' | 'body'> => ({
  method: 'POST',
  path,
  body: JSON.stringify(body),
});

/** Bodies that a member may send, each of which once kept the event loop busy for long. */
export const LONG_BODIES: readonly LongBody[] = [
  {
    name: 'a batch of unknown names',
    ...post('/records/batch', {
      Mode: 'Independent',
      Steps: many(1_000, (s) => ({
        Operation: 'Insert',
        ...insert(
          'Customer',
          many(18, (i) => ({ FieldName: misspelt(s * 18 + i), Value: 1 })),
        ),
      })),
    }),
    limit: 'MaxFaults',
    status: 400,
  },
  ...(['Atomic', 'Independent'] as const).map((Mode): LongBody => ({
    name: `a batch with many unknown names in each step, ${Mode}`,
    ...post('/records/batch', {
      Mode,
      Steps: many(1_000, () => ({
        Operation: 'Insert',
        ...insert(
          'Customer',
          many(110, (i) => ({ FieldName: misspelt(i), Value: 1 })),
        ),
      })),
    }),
    limit: 'MaxValues',
    status: 413,
  })),
  ...(['insert', 'upsert'] as const).map((route): LongBody => ({
    name: `a record with many assignments of one name, by ${route}`,
    ...post(`/records/${route}`, {
      MatchOn: route === 'upsert' ? ['Id'] : undefined,
      ...insert(
        'Note',
        many(20_000, () => ({ FieldName: 'Sbjct', Value: 'x' })),
      ),
    }),
    limit: 'MaxAssignments',
    status: 413,
  })),
  {
    name: 'a record with more assignments than values are read',
    ...post(
      '/records/insert',
      insert(
        'Note',
        many(110_000, () => ({ FieldName: 'Sbjct', Value: 'x' })),
      ),
    ),
    limit: 'MaxValues',
    status: 413,
  },
  {
    name: 'a query with many members',
    ...post('/queries/select', {
      EntityName: 'Note',
      X: Object.fromEntries(many(400_000, (i) => [`k${i}`, {}])),
    }),
    limit: 'MaxNames',
    status: 413,
  },
  {
    name: 'a query with many equal objects',
    ...post('/queries/select', { EntityName: 'Note', X: many(600_000, () => ({ k: 1 })) }),
    limit: 'MaxValues',
    status: 413,
  },
];
