import {
  compileReadableRecords,
  compileRecordEntities,
  entitiesWithLifecycle,
} from '../../../../src/core/moves/record-entities.sql.js';
import { Args } from '../../../../src/core/sql/args.js';
import { JOB, mover, RECORD, textOf } from './move-fixture.js';

// Requirement: R163
it('searches live records of entities with a lifecycle alone', () => {
  const ctx = mover([]);
  const slot = new Args(ctx).add([RECORD], 'uuid[]');
  expect(entitiesWithLifecycle(ctx)).toEqual([JOB.entity]);
  expect(textOf(compileRecordEntities(ctx, [JOB.entity], slot))).toMatch(
    /^SELECT t."RecordInformationId" AS id, 'Job' AS entity FROM \(SELECT \* FROM "env_test"."Job" r WHERE NOT r."IsDeleted"\) t/,
  );
  expect(textOf(compileReadableRecords(ctx, JOB.entity, slot))).toContain('= ANY($1::uuid[])');
});
