import {
  headSql,
  largeSql,
  MAX_CHANGES,
  readNewSql,
  readSql,
  wantedSql,
} from '#platform/change-log/read-changes.sql.js';

const DAY = '2026-01-31';

it.each([
  ['head', headSql(DAY)],
  ['read of new changes', readNewSql(DAY)],
  ['read of a range', readSql(DAY, 'true')],
  ['large transactions', largeSql(DAY)],
])('%s looks at no partition before the day', (_, text) => {
  expect(text).toContain(`occurred_at >= '${DAY}'`);
});

it('limits the number of changes, and reads them in the order of their positions', () => {
  for (const text of [readNewSql(DAY), readSql(DAY, 'true')])
    expect(text).toContain(`ORDER BY position LIMIT ${MAX_CHANGES}`);
  expect(readSql(DAY, 'true')).toContain('position > $7::bigint AND position <= $8::bigint');
});

it('asks for both kinds and environment only where one interest names both', () => {
  const kinds = new Set(['A']);
  const ofKinds = "(entity = ANY ($3::text[]) OR entity || ':' || operation = ANY ($3::text[]))";
  expect(wantedSql({ environmentId: '1', kinds })).toBe(`${ofKinds} AND environment_id = ANY ($4::uuid[])`);
  expect(wantedSql({ environmentId: '1' })).toBe(`(${ofKinds} OR environment_id = ANY ($4::uuid[]))`);
});
