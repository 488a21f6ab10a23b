import { CALL } from '#core/statements/args.js';
import { literal, sql, type Sql } from '#core/sql/sql.js';
import { statement } from '#core/statements/statement.js';
import type { IdempotencyKey } from '#core/context/context.js';

/** A request that waits for a run. */
export interface RecordedExecution {
  readonly runId: string;
  /** Name of its route. */
  readonly route: string;
  readonly key?: IdempotencyKey;
  /** Hours for which an outcome is kept. */
  readonly retentionHours: number;
}

const PARAMETERS = { runId: 'uuid', route: 'text', keyHash: 'text', bodyHash: 'text', hours: 'int' };

/** Values of `recordExecution`. */
export const executionValues = ({ runId, route, key, retentionHours }: RecordedExecution) => ({
  runId,
  route,
  keyHash: key?.hash ?? null,
  bodyHash: key?.bodyHash ?? null,
  hours: retentionHours,
});

const uuid = (id: string): Sql => sql`${literal(id)}::uuid`;

/** Node of commands that no node executes: their run is in a queue of its own. */
const NO_NODE = uuid('00000000-0000-0000-0000-000000000000');

/**
 * Records that a request waits for a run, and its idempotency key. The run's end stores the outcome; that of an earlier
 * try is removed, and its user stays that of the new one, also when an Administrator retries the run.
 */
export const recordExecution = statement('recordExecution', PARAMETERS, ({ catalogue: { environment } }, slots) => {
  return sql`
    WITH earlier AS (
      DELETE FROM platform.operation WHERE id = ${slots.runId}
      RETURNING user_id
    ), key AS (
      INSERT INTO platform.idempotency (hash, operation_id, body_hash, expires_on)
      SELECT ${slots.keyHash}, ${slots.runId}, ${slots.bodyHash}, now() + ${slots.hours} * interval '1 hour'
      WHERE ${slots.keyHash} IS NOT NULL
    )
    INSERT INTO platform.command AS c (
      id, tenant_id, app_id, environment_id, user_id, route, operation, preferences, key_hash, body_hash, node,
      submitted_on, lease_until, is_accepted
    )
    VALUES (
      ${slots.runId}, ${uuid(environment.tenantId)}, ${uuid(environment.appId)}, ${uuid(environment.id)},
      COALESCE((SELECT e.user_id FROM earlier e), ${CALL.userId}), ${slots.route}, 'Workflow', '{}',
      ${slots.keyHash}, ${slots.bodyHash}, ${NO_NODE}, ${CALL.at}, 'infinity', false
    )
    ON CONFLICT (id) DO UPDATE
    SET user_id = excluded.user_id, route = excluded.route, key_hash = excluded.key_hash,
      body_hash = excluded.body_hash, submitted_on = excluded.submitted_on, lease_until = 'infinity',
      finished_on = NULL, is_accepted = false`;
});
