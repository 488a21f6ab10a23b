import { failureOf, TOO_LONG } from '#definitions/indexes/build-failure.js';

it.each(['55P03', '57014', '57P01', '40P01', '08006', ''])(
  'tries again at once after %j, which comes by chance',
  (state) => {
    const first = failureOf(state, 1);
    expect(first).toEqual({ attempts: 1, retryAfterMs: 1_000 });
    expect(failureOf(state, 2)).toMatchObject({ attempts: 2, error: expect.stringContaining('tries again') });
  },
);

it('waits longer after each failure, up to ten minutes', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7].map((attempts) => failureOf('42P17', attempts).retryAfterMs);
  expect(waits).toEqual([30_000, 60_000, 120_000, 240_000, 480_000, 600_000, 600_000]);
});

it.each([
  ['53100', 'The disk of the database is full. The service'],
  [TOO_LONG, 'A stored value is too long for an index. Shorten the texts to the MaxLength of the field. The service'],
  ['42P17', 'The database cannot make the index (SQLSTATE 42P17). The service'],
])('says why and what to do after %s', (state, text) => {
  expect(failureOf(state, 1).error).toMatch(new RegExp(`^${text.replaceAll(/[().]/g, String.raw`\$&`)} tries again`));
});

it('ends after eight attempts, unless the database is stopped or has no resources', () => {
  const last = failureOf('42P17', 8);
  expect(last.retryAfterMs).toBe(Infinity);
  expect(last.error).toMatch(/ The service tries again when the definition changes\.$/);
  for (const state of ['53100', '57P01'])
    expect(failureOf(state, 8)).toMatchObject({ attempts: 7, retryAfterMs: 600_000 });
});
