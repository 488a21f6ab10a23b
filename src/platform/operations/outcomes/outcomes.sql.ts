import { CALL } from '#core/statements/args.js';
import { sql } from '#core/sql/sql.js';
import { statement } from '#core/statements/statement.js';

const KEY = { hash: 'text', bodyHash: 'text', hours: 'int' };
const ANSWER = { result: 'json', affected: 'int', log: 'json' };
const STEP = { hash: 'text', position: 'smallint' };

/** Inserts the idempotency key of a write. */
export const claimKey = statement(
  'claimKey',
  KEY,
  (_, { hash, bodyHash, hours }) => sql`
    INSERT INTO platform.idempotency (hash, operation_id, body_hash, expires_on)
    SELECT ${hash}, ${CALL.correlationId}, ${bodyHash}, now() + ${hours} * interval '1 hour'`,
);

/** Adds the whole answer to the outcome of a write. */
export const keepAnswer = statement(
  'keepAnswer',
  ANSWER,
  (_, { result, affected, log }) => sql`
    UPDATE platform.operation
    SET result = ${result}, record_affected = ${affected}, log = ${log}
    WHERE id = ${CALL.correlationId}`,
);

/** Claims a step of a batch. Answers no row where it has an outcome. */
export const claimStep = statement(
  'claimStep',
  { ...STEP, environmentId: 'uuid', bodyHash: 'text', hours: 'int' },
  (_, { hash, position, environmentId, bodyHash, hours }) => sql`
    INSERT INTO platform.batch_step (key_hash, position, environment_id, body_hash, expires_on)
    SELECT ${hash}, ${position}, ${environmentId}, ${bodyHash}, now() + ${hours} * interval '1 hour'
    ON CONFLICT DO NOTHING
    RETURNING 1 AS claimed`,
);

/** Stores the result of a step of a batch. */
export const keepStep = statement(
  'keepStep',
  { ...STEP, result: 'json', affected: 'int' },
  (_, { hash, position, result, affected }) => sql`
    UPDATE platform.batch_step
    SET result = ${result}, record_affected = ${affected}
    WHERE key_hash = ${hash} AND position = ${position}`,
);
