import { nameKey } from '#core/changes/name-key.sql.js';
import { OPERATION_COLUMNS } from '#core/changes/operation.sql.js';
import type { Definitions } from '#core/context/context.js';
import { ident, list, literal, raw, render, renderWith, sql, type Slot, type Sql } from '#core/sql/sql.js';
import type { AfterRoutineStep } from '#records/core/hooks/after-routine-step.js';
import type { RoutineRole } from '#core/routine-roles/routine-role.sql.js';
import { SERVICE_SETTINGS, WRITTEN_BY_ROUTINE } from './row-triggers.sql.js';

/** Steps that `callFollow` is compiled from. */
export interface FollowSteps {
  readonly steps: readonly AfterRoutineStep[];
  /** Hash of `followText`. The claims of a call carry it too: values and steps must come from the same definitions. */
  readonly fingerprint: string;
}

/** Answer of `callFollow` where it was compiled from other definitions than the call. */
export const STALE = 'stale';

/** The statements of the steps as one text. */
export const followText = (steps: readonly AfterRoutineStep[]): string => steps.map(stepBody).join('');

const CALL_OF_TRANSACTION = 'c.xid = pg_current_xact_id()';

/**
 * Functions by which a session of the environment's role begins its call, refreshes what depends on written records,
 * and stores the outcome. The service owns them, they take no SQL, and any caller may call them safely: only the first
 * has arguments, which the service signs, and without it the others find no call.
 */
export function callFunctions(ctx: Definitions, role: RoutineRole, follow: FollowSteps): readonly Sql[] {
  const { schema, id } = ctx.catalogue.environment;
  const make = (name: string, parameters: string, returns: string, body: string): readonly Sql[] => {
    const routine = sql`FUNCTION ${ident(schema, name)}(${raw(parameters)})`;
    return [
      sql`
        CREATE OR REPLACE ${routine} RETURNS ${raw(returns)} LANGUAGE plpgsql ${SERVICE_SETTINGS}
        AS ${literal(body)}`,
      sql`REVOKE ALL ON ${routine} FROM PUBLIC`,
      sql`GRANT EXECUTE ON ${routine} TO ${ident(role.name)}`,
    ];
  };
  return [
    ...make('callBegin', 'claims text, mac bytea', 'void', beginBody(id)),
    ...make('callFollow', '', 'text', followBody(id, follow)),
    sql`DROP FUNCTION IF EXISTS ${ident(schema, 'callEnd')}()`,
    ...make('callEnd', 'kept json', 'TABLE (entity text, changes integer)', endBody(id)),
  ];
}

const renderedText = (fragment: Sql): string => render(fragment).text;

/**
 * Stores the caller in a row that the routine's code cannot write. Its primary key lets one call begin per transaction.
 */
const beginBody = (environmentId: string): string => `
DECLARE
  _claims json;
BEGIN
  -- Hashed once more before it is compared, so that the time of a comparison tells nothing.
  IF NOT EXISTS (
    SELECT FROM platform.routine_key k
    WHERE sha256(mac) = sha256(sha256(k.key || sha256(k.key || convert_to(claims, 'UTF8'))))
  ) THEN
    RAISE insufficient_privilege USING MESSAGE = 'The claims of the call are not signed.';
  END IF;
  _claims := claims::json;
  IF _claims ->> 'role' <> session_user
    OR (_claims ->> 'environmentId')::uuid <> ${renderedText(literal(environmentId))}
    OR (_claims ->> 'until')::timestamptz < clock_timestamp()
  THEN
    RAISE insufficient_privilege USING MESSAGE = 'The claims are of another call.';
  END IF;
  INSERT INTO platform.object_call
    (xid, environment_id, user_id, team_id, correlation_id, occurred_at, follow, args, key_id)
  VALUES (
    pg_current_xact_id(), (_claims ->> 'environmentId')::uuid, (_claims ->> 'userId')::uuid,
    (_claims ->> 'teamId')::uuid, (_claims ->> 'correlationId')::uuid, (_claims ->> 'at')::timestamptz,
    _claims ->> 'follow', _claims -> 'args', (_claims ->> 'keyId')::uuid
  );
END`;

/**
 * Runs the steps level by level, since the changes of one step may require another. Names of variables begin with an
 * underscore, as no column's does. Answers null, `STALE`, or the number of the failed step and its faults.
 */
function followBody(environmentId: string, { steps, fingerprint }: FollowSteps): string {
  const environment = renderedText(literal(environmentId));
  return `
DECLARE
  _call platform.object_call;
  _args json;
  _changed text[];
  _refreshed text[];
  _ids uuid[];
  _row record;
BEGIN
  SELECT c.* INTO STRICT _call FROM platform.object_call c WHERE ${CALL_OF_TRANSACTION};
  IF _call.follow <> ${renderedText(literal(fingerprint))} THEN
    RETURN ${renderedText(literal(STALE))};
  END IF;
  _changed := ARRAY(
    SELECT DISTINCT k.entity
    FROM platform.change k
    WHERE k.xid = pg_current_xact_id() AND k.environment_id = ${environment}
      AND k.occurred_at >= _call.occurred_at - interval '1 day'
  );
  WHILE cardinality(_changed) > 0 LOOP
    _refreshed := '{}';${followText(steps)}
    _changed := _refreshed;
  END LOOP;
  RETURN NULL;
END`;
}

function stepBody(step: AfterRoutineStep, index: number): string {
  const { after, entity, lock, refresh } = step;
  const children = after.map((name) => renderedText(literal(name))).join(', ');
  const statement = (fragment: Sql): string => renderWith(fragment, (slot) => slotExpression(step, slot));
  return `
    IF _changed && ARRAY[${children}]::text[] THEN
      _args := _call.args -> ${index};
      SELECT array_agg(locked.id) INTO _ids FROM (${statement(lock)}) locked;
      IF _ids IS NOT NULL THEN
        FOR _row IN ${statement(refresh)} LOOP
          IF _row.faults IS NOT NULL THEN
            RETURN '${index} ' || _row.faults;
          END IF;
          IF _row.refreshed > 0 THEN
            _refreshed := _refreshed || ${renderedText(literal(entity))}::text;
          END IF;
        END LOOP;
      END IF;
    END IF;`;
}

/** Reads a value from the signed claims of the call. */
function slotExpression({ ids }: AfterRoutineStep, { index, type }: Slot): string {
  if (index === ids.index) return '_ids';
  if (!type.endsWith('[]')) return `(_args ->> ${index})::${type}`;
  return `ARRAY(SELECT json_array_elements_text(_args -> ${index}))::${type}`;
}

/** Ends the call: afterwards no trigger of the transaction finds its caller, so nothing more can be written. */
const endBody = (environmentId: string): string => `
DECLARE
  _call platform.object_call;
BEGIN
  DELETE FROM platform.object_call c WHERE ${CALL_OF_TRANSACTION} RETURNING c.* INTO STRICT _call;
  INSERT INTO platform.operation
    (${renderedText(OPERATION_COLUMNS)}, result)
  SELECT _call.correlation_id, _call.environment_id, _call.user_id, NULL,
    'Batch', 'Completed', 200, w.record_ids, _call.occurred_at, kept
  FROM (
    SELECT ARRAY(
      SELECT DISTINCT k.record_id
      FROM platform.change k
      WHERE ${ofCall(environmentId)}
      ORDER BY 1
      LIMIT 1000
    ) AS record_ids
  ) w
  WHERE cardinality(w.record_ids) > 0;
  RETURN QUERY
    SELECT k.entity, count(*)::int
    FROM platform.change k
    WHERE ${ofCall(environmentId)}
    GROUP BY 1
    ORDER BY 1;
  IF _call.key_id IS NOT NULL THEN
    ${renderedText(nameKey(raw('_call.key_id')))};
  END IF;
END`;

/** Condition on changes of the routine itself, without changes of follow steps. */
const ofCall = (environmentId: string): string =>
  `k.xid = pg_current_xact_id() AND k.environment_id = ${renderedText(literal(environmentId))}
        AND k.occurred_at = _call.occurred_at AND k.source = ${renderedText(WRITTEN_BY_ROUTINE)}`;

const callOf = (schema: string, name: string, ...values: readonly Slot[]): Sql =>
  sql`${ident(schema, name)}(${list(values)})`;

export const beginCall = (schema: string, claims: Slot, mac: Slot): Sql =>
  sql`SELECT ${callOf(schema, 'callBegin', claims, mac)}`;
export const followCall = (schema: string): Sql => sql`SELECT ${callOf(schema, 'callFollow')} AS refused`;
/** @param kept result that is stored with the outcome of a call which wrote something; null: none */
export const endCall = (schema: string, kept: Slot): Sql =>
  sql`SELECT entity, changes FROM ${callOf(schema, 'callEnd', kept)}`;
