import { raw, render, sql } from '../../../../src/core/sql/sql.js';
import { changedRows, columnsOf, listedIds, listedResult } from '../../../../src/core/changes/changed-rows.sql.js';
import { changed, columnsOf as expectedColumns } from '../writes/expected-sql.js';
import { entityOf } from '../writes/write-fixture.js';

const tag = entityOf('Tag');

it('lists the stored columns, own fields first, without constants of the environment', () => {
  expect(render(columnsOf(tag, 't')).text).toBe(expectedColumns('Tag', 't'));
});

it('answers changed fields and former owners in the order of Ids', () => {
  const fields = [tag.fields.get('label')!];
  expect(render(changedRows(fields, raw('b'), raw('a'))).text).toBe(
    'SELECT a."Id", a."RecordInformationId", a."RowVersion", a."OwnerId", a."OwnerTeamId", b."OwnerId" AS owner_before, b."OwnerTeamId" AS team_before, ' +
      `${changed(['Label'], 'b', 'a')} AS old_values, ${changed(['Label'], 'a', 'b')} AS new_values FROM a JOIN b ON b."Id" = a."Id" ORDER BY a."Id"`,
  );
});

// Requirement: R111
it('lists at most 1,000 rows', () => {
  expect(render(listedIds(raw('m'))).text).toBe('ARRAY(SELECT m."Id" FROM m ORDER BY 1 LIMIT 1000)');
  expect(render(listedResult(sql`SELECT m."Id", 1 AS version FROM m`)).text).toBe(
    `(SELECT '[' || COALESCE(string_agg('{"Id":"' || r."Id" || '","RowVersion":' || r.version || '}', ','), '') || ']' FROM (SELECT m."Id", 1 AS version FROM m ORDER BY 1 LIMIT 1000) r)`,
  );
});
