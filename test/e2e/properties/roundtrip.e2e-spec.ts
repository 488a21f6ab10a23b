import * as fc from 'fast-check';
import { cases, SEED } from '../../support/seed.js';
import { type Answer, byId, type Caller } from '../../support/test-app.js';
import { openLab, type OpenLab } from './lab.js';
import { INVALID, VALID, type WireValue } from './wire-values.js';

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

describe('values', () => {
  let lab: OpenLab;
  let as: Caller;
  beforeAll(async () => {
    lab = await openLab(SEED);
    as = lab.as(lab.organisation.Users[0]);
  });
  afterAll(() => lab.app.stop());

  const insert = (fields: string): Promise<Answer> =>
    as.send('POST', '/records/insert', `{"EntityName":"Sample","Fields":${fields}}`);
  const update = (id: string, fields: string): Promise<Answer> =>
    as.send(
      'PUT',
      '/records/update',
      `{"EntityName":"Sample","Fields":${fields},"WhereClause":${JSON.stringify(byId(id))}}`,
    );

  it(
    'are read back exactly, after insert and after update (P12, T62, T63)',
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
        { seed: SEED, numRuns: cases(150), interruptAfterTimeLimit: 40_000 * cases(1) },
      );
    },
    60_000 * cases(1),
  );

  const faulty = Object.entries(INVALID).flatMap(([name, values]) => values.map((value) => [name, value] as const));

  it('of no type or out of range are refused with the field named, and nothing is written (R63, P9, P12)', async () => {
    const { Id } = (await insert('[]')).body.Result;
    const before = await lab.app.mark();
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
    expect(await lab.app.mark()).toBe(before);
  });
});
