import { compileLockForMove } from '../../../../src/core/moves/lock-records.sql.js';
import { withRecordIds } from '../../../../src/core/moves/move-plan.js';
import { JOB, mover, RECORD, textOf } from './move-fixture.js';

// Requirement: R170
it.each([
  [false, 'NO KEY UPDATE'],
  [true, 'UPDATE'],
])('locks the records in the order of their Ids (exclusive: %s)', (exclusive, lock) => {
  const ctx = mover();
  const { criterion } = withRecordIds(ctx, JOB.entity, [RECORD])();
  const text = textOf(compileLockForMove(ctx, JOB.entity, { criterion, exclusive }));
  expect(text).toMatch(new RegExp(`^SELECT t."Id" FROM .* ORDER BY t."Id" FOR ${lock} OF t$`));
});
