import { raw, render, sql } from '../../../../src/core/sql/sql.js';
import { changedRows, columnsOf, listedIds, listedResult } from '../../../../src/core/changes/changed-rows.sql.js';
import { changed, columnsOf as expectedColumns } from '../writes/expected-sql.js';
import { entityOf } from '../writes/write-fixture.js';

const tag = entityOf('Tag');

it('names the stored columns: own fields first, constants of the environment not among them', () => {
  expect(render(columnsOf(tag, 't')).text).toBe(expectedColumns('Tag', 't'));
});

it('tells what changed, and who owned the row before, in the order of Ids', () => {
  const fields = [tag.fields.get('label')!];
  expect(render(changedRows(fields, raw('b'), raw('a'))).text).toBe(
    'SELECT a."Id", a."RecordInformationId", a."RowVersion", a."OwnerId", a."OwnerTeamId", b."OwnerId" AS owner_before, b."OwnerTeamId" AS team_before, ' +
      `${changed('Tag', ['Label'], 'b', 'a')} AS old_values, ${changed('Tag', ['Label'], 'a', 'b')} AS new_values FROM a JOIN b ON b."Id" = a."Id" ORDER BY a."Id"`,
  );
});

it('lists at most 1,000 rows (R111)', () => {
  expect(render(listedIds(raw('m'))).text).toBe('ARRAY(SELECT m."Id" FROM m ORDER BY 1 LIMIT 1000)');
  expect(render(listedResult(sql`SELECT m."Id", 1 AS version FROM m`)).text).toBe(
    `(SELECT '[' || COALESCE(string_agg('{"Id":"' || r."Id" || '","RowVersion":' || r.version || '}', ','), '') || ']' FROM (SELECT m."Id", 1 AS version FROM m ORDER BY 1 LIMIT 1000) r)`,
  );
});
