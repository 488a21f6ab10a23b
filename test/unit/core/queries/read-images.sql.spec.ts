import { byIds } from '../../../../src/core/matching/by-ids.js';
import { compileReadImages } from '../../../../src/core/queries/read-images.sql.js';
import { Args } from '../../../../src/core/sql/args.js';
import { json, rows } from '../writes/expected-sql.js';
import { bound, entityOf, givenId, writer } from '../writes/write-fixture.js';

it('reads live records of any scope by Id', () => {
  const ctx = writer({ Tag: { read: 'None' } });
  const args = new Args(ctx);
  const criterion = byIds(entityOf('Tag'), [givenId(1)], args);
  expect(bound(compileReadImages(ctx, entityOf('Tag'), criterion, 10), args)).toEqual({
    text: `SELECT ${json('Tag', 't')} AS row FROM ${rows('Tag')} t WHERE t."Id" = ANY($1::uuid[]) ORDER BY t."Id" LIMIT 10`,
    values: [[givenId(1)]],
  });
});
