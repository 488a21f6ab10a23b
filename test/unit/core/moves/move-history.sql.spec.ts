import { historyCte } from '../../../../src/core/moves/move-history.sql.js';
import { mover, moveTo, planOf, STATUS, textOf } from './move-fixture.js';

// Requirement: R167
it('measures the time in the status left, and keeps the order of moves', () => {
  const ctx = mover();
  const text = textOf(historyCte(ctx, planOf(ctx, moveTo(ctx, STATUS.open))));
  expect(text).toContain('CASE WHEN l."ToStatusId" = m."StatusId" THEN l."ChangedOn" ELSE m."UpdatedOn" END');
  expect(text).toMatch(/GREATEST\(\$\d+::timestamptz, c\.since \+ interval '1 microsecond'\) AS at/);
  expect(text).toContain('floor(extract(epoch FROM l.at - l.since))::bigint');
  expect(text).toContain('x."OwnerId", x."OwnerTeamId"');
});
