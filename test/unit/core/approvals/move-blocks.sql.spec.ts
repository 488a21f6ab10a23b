import { blockingProcesses, isBlockedSql } from '../../../../src/core/approvals/move-blocks.sql.js';
import { raw } from '../../../../src/core/sql/sql.js';
import { approving, textOf } from './process-fixture.js';

it('lets the last settled request of a blocking process decide', () => {
  const { ctx, order } = approving({ Steps: [] });
  expect(blockingProcesses(order)).toHaveLength(1);
  expect(textOf(isBlockedSql(ctx, order, raw('m')))).toContain('ORDER BY r."ClosedOn" DESC, r."Id" DESC LIMIT 1');
});
