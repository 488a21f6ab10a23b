import { compileOutcome, operationSql } from '../../../../src/core/changes/operation.sql.js';
import { raw, render, Slot } from '../../../../src/core/sql/sql.js';
import { fixtureContext, fixtureEntity } from '../../../support/fixture-catalogue.js';

const ENVIRONMENT = "'e0000000-0000-4000-8000-000000000003'::uuid";
const WRITTEN = { ids: raw('ARRAY(ids)'), when: raw('done') };
const CURRENT = `(SELECT e.id FROM platform.environment e WHERE e.id = ${ENVIRONMENT} AND (e.definitions_version = $2::bigint OR e.xmin = pg_current_xact_id()::xid))`;

// Requirement: R88
it('inserts an outcome plainly under the correlation id, whose key is the fence', () => {
  const write = { entity: fixtureEntity('Customer'), operation: 'Update' } as const;
  expect(render(operationSql(fixtureContext(), write, WRITTEN))).toEqual({
    text:
      'operation AS (INSERT INTO platform.operation (id, environment_id, user_id, entity, operation, status, http_status, record_ids, submitted_on) ' +
      `SELECT $1::uuid, ${CURRENT}, $3::uuid, 'Customer', 'Update', 'Completed', 200, ARRAY(ids), $4::timestamptz WHERE done)`,
    slots: [3, 5, 0, 2],
  });
});

it('stores the body with the outcome where a 202 may have been answered', () => {
  const write = { entity: fixtureEntity('Customer'), operation: 'Update' } as const;
  const answer = { result: raw('(answer)'), recordAffected: raw('7') };
  const { text } = render(operationSql(fixtureContext(), write, { ...WRITTEN, answer }));
  expect(text).toContain(', submitted_on, result, record_affected) SELECT ');
  expect(text).toContain(
    '$4::timestamptz, CASE WHEN k.outlives THEN (answer)::json END, CASE WHEN k.outlives THEN 7 END FROM LATERAL (SELECT ' +
      "clock_timestamp() - statement_timestamp() > interval '50 ms' OR " +
      'EXISTS (SELECT FROM platform.command c WHERE c.id = $1::uuid) AS outlives) k WHERE done)',
  );
});

it('inserts outcomes of definition writes with the environment as a constant', () => {
  const write = { entity: fixtureEntity('Field'), operation: 'Insert' } as const;
  const { text } = render(operationSql(fixtureContext(), write, WRITTEN));
  expect(text).toContain(`SELECT $1::uuid, ${ENVIRONMENT}, $2::uuid, 'Field'`);
});

it('renders the outcome of several statements as a statement of its own, which answers nothing by stale definitions', () => {
  const write = { entity: fixtureEntity('Customer'), operation: 'Update' } as const;
  const { text, slots } = render(compileOutcome(fixtureContext(), write, new Slot(9, 'uuid[]')));
  expect(text).toMatch(/^INSERT INTO .*, 200, \$3::uuid\[\], .*definitions_version = .* RETURNING id$/);
  expect(slots).toContain(9);
});

it('renders the outcome of committed steps without a look at the definitions', () => {
  const write = { operation: 'Batch', isCommitted: true } as const;
  const { text } = render(compileOutcome(fixtureContext(), write, new Slot(9, 'uuid[]')));
  expect(text).not.toContain('definitions_version');
});
