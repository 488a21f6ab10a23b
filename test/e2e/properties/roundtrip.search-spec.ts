import * as fc from 'fast-check';
import { cases, SEED } from '../../support/seed.js';
import { type Answer, byId, type Caller } from '../../support/test-app.js';
import { startRandomEnvironment, type RunningEnvironment } from './random-environment.js';
import { INVALID, VALID, type WireValue } from './wire-values.js';

/** Generous, since every case must run on a busy machine too. */
const TIMEOUT_MS = 300_000 * cases(1);

const NULL: WireValue = { sent: 'null', read: null };
type Sent = Readonly<Record<string, WireValue>>;

const samples: fc.Arbitrary<Sent> = fc.record(
  Object.fromEntries(
    Object.entries(VALID).map(([name, value]) => [name, fc.oneof({ arbitrary: value, weight: 6 }, fc.constant(NULL))]),
  ),
);

/** `Fields` as JSON text, with every digit. */
const fieldsText = (row: Sent): string =>
  `[${Object.entries(row)
    .map(([name, { sent }]) => `{"FieldName":"${name}","Value":${sent}}`)
    .join()}]`;

const NUMBERS = new Set(['Count', 'Price']);

/** The first row of an answer; of its numbers the text, which holds digits that JSON.parse loses. */
function shown(row: Record<string, unknown>, { text }: Answer): Record<string, unknown> {
  const known = Object.keys(VALID).map((name) => {
    const digits = NUMBERS.has(name) ? new RegExp(`"${name}":(-?[0-9.]+)[,}]`).exec(text)?.[1] : undefined;
    return [name, digits ?? row[name]];
  });
  return Object.fromEntries(known) as Record<string, unknown>;
}

const expected = (row: Sent): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).map(([name, { read }]) => [name, read]));

// Requirement: S24
describe('field values', () => {
  let env: RunningEnvironment;
  let as: Caller;
  beforeAll(async () => {
    env = await startRandomEnvironment(SEED);
    as = env.as(env.organisation.Users[0]);
  }, TIMEOUT_MS);
  afterAll(() => env.app.stop());

  const insert = (fields: string): Promise<Answer> =>
    as.send('POST', '/records/insert', `{"EntityName":"Sample","Fields":${fields}}`);
  const update = (id: string, fields: string): Promise<Answer> =>
    as.send(
      'PUT',
      '/records/update',
      `{"EntityName":"Sample","Fields":${fields},"WhereClause":${JSON.stringify(byId(id))}}`,
    );

  // Requirement: P12, T62, T63
  it(
    'are read back exactly after insert and update',
    async () => {
      await fc.assert(
        fc.asyncProperty(samples, samples, async (first, second) => {
          const inserted = await insert(fieldsText(first));
          expect([inserted.status, inserted.body.Errors]).toEqual([200, []]);
          expect(shown(inserted.body.Result, inserted)).toEqual(expected(first));
          const { Id } = inserted.body.Result;
          const updated = await update(Id, fieldsText(second));
          expect([updated.status, updated.body.Errors]).toEqual([200, []]);
          const read = await as.select('Sample', { WhereClause: byId(Id) });
          expect(shown(read.body.Result[0], read)).toEqual(expected(second));
        }),
        { seed: SEED, numRuns: cases(150) },
      );
    },
    TIMEOUT_MS,
  );

  const faulty = Object.entries(INVALID).flatMap(([name, values]) => values.map((value) => [name, value] as const));

  // Requirement: R33, P9, P12
  it('of a wrong type or out of range are refused with the field named, and nothing is written', async () => {
    const { Id } = (await insert('[]')).body.Result;
    const before = await env.app.mark();
    for (const [name, value] of faulty) {
      const fields = `[{"FieldName":"${name}","Value":${value}}]`;
      for (const answer of [await insert(fields), await update(Id, fields)]) {
        const [detail] = answer.body.ErrorDetails;
        expect([name, value.slice(0, 60), answer.status, detail?.FieldName ?? detail?.Path]).toEqual([
          name,
          value.slice(0, 60),
          400,
          expect.stringMatching(new RegExp(`^(${name}|Fields\\[.*)`)),
        ]);
      }
    }
    expect(await env.app.mark()).toBe(before);
  });
});
