import { compileLockRows } from '../../../../src/core/decisions/caller-writes.sql.js';
import { raw } from '../../../../src/core/sql/sql.js';
import { approving, textOf } from '../approvals/process-fixture.js';

const { ctx, order } = approving({ Steps: [] });

it('locks rows in the order of their Ids', () => {
  expect(textOf(compileLockRows(ctx, order, raw('m."Id" = $x')))).toMatch(
    /WHERE m\."Id" = \$x ORDER BY m\."Id" FOR NO KEY UPDATE OF m\) SELECT count/,
  );
});
