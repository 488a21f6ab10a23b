import { failureOf, TOO_LONG } from '../../../../src/modules/indexes/build-failure.js';

it.each(['55P03', '57014', '57P01', '40P01', '08006', ''])(
  'tries again at once after %j, which comes by chance',
  (state) => {
    const first = failureOf(state);
    expect(first).toEqual({ attempts: 1, retryAfterMs: 1_000 });
    expect(failureOf(state, first)).toMatchObject({ attempts: 2, error: expect.stringContaining('tries again') });
  },
);

it('waits longer after each failure, up to ten minutes', () => {
  let failure = failureOf('53100');
  const waits = [failure.retryAfterMs];
  for (let i = 0; i < 6; i++) {
    failure = failureOf('53100', failure);
    waits.push(failure.retryAfterMs);
  }
  expect(waits).toEqual([30_000, 60_000, 120_000, 240_000, 480_000, 600_000, 600_000]);
});

it.each([
  ['53100', 'The disk of the database is full. The service'],
  [TOO_LONG, 'A stored value is too long for an index. Shorten the texts to the MaxLength of the field. The service'],
  ['42P17', 'The database cannot make the index (SQLSTATE 42P17). The service'],
])('says why and what to do after %s', (state, text) => {
  expect(failureOf(state).error).toMatch(new RegExp(`^${text.replaceAll(/[().]/g, String.raw`\$&`)} tries again`));
});
