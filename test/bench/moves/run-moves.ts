/**
 * A program: moves parcels straight in PostgreSQL, each by BEGIN, a lock, one prepared statement and COMMIT. Its parent
 * sends `MoveFacts`, then durations in milliseconds; it answers each with its moves per second.
 */
import { once } from 'node:events';
import pg from 'pg';
import { uuidV7 } from '#platform/process/ids/uuid-v7.js';

/** Database and ids of the moves. */
export interface MoveFacts {
  readonly databaseUrl: string;
  readonly schema: string;
  readonly environmentId: string;
  readonly userId: string;
  readonly statusId: string;
  readonly transitionId: string;
  readonly connections: number;
  readonly records: number;
}

const [facts] = (await once(process, 'message')) as [MoveFacts];
const pool = new pg.Pool({ connectionString: facts.databaseUrl, max: facts.connections });
const { schema, environmentId, userId, statusId, transitionId } = facts;
const LOCK = `SELECT "Id" FROM "${schema}"."Parcel" WHERE "RecordInformationId" = $1 AND NOT "IsDeleted" FOR NO KEY UPDATE`;
const MOVE = `
  WITH m AS MATERIALIZED (
    SELECT * FROM "${schema}"."Parcel" WHERE "RecordInformationId" = $1 AND NOT "IsDeleted" FOR NO KEY UPDATE),
  u AS (
    UPDATE "${schema}"."Parcel" t
    SET "StatusId" = '${statusId}', "RowVersion" = m."RowVersion" + 1, "UpdatedBy" = '${userId}', "UpdatedOn" = $3::timestamptz
    FROM m
    WHERE t."Id" = m."Id" AND m."StatusId" = '${statusId}' AND m."Weight" > -1 AND m."Weight" > -2 AND m."Weight" > -3
    RETURNING t.*),
  h AS (
    INSERT INTO "${schema}"."StatusHistory" ("Id", "RecordInformationId", "OwnerId", "OwnerTeamId", "CreatedBy",
      "CreatedOn", "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted", "RecordId", "EntityName", "FromStatusId",
      "ToStatusId", "TransitionId", "UserId", "ChangedOn", "CorrelationId", "SecondsInStatus")
    SELECT gen_random_uuid(), gen_random_uuid(), u."OwnerId", u."OwnerTeamId", '${userId}', $3, '${userId}', $3, 1, false,
      $1, 'Parcel', '${statusId}', '${statusId}', '${transitionId}', '${userId}', $3, $2, (
        SELECT extract(epoch FROM $3 - l."ChangedOn")::bigint FROM "${schema}"."StatusHistory" l
        WHERE l."RecordId" = $1 ORDER BY l."ChangedOn" DESC LIMIT 1)
    FROM u
    RETURNING *),
  change AS (
    INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
      record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after)
    SELECT '${environmentId}'::uuid, 'Parcel', 'Update', '${userId}'::uuid, $2, $3, "Id", "RecordInformationId", "RowVersion",
      '{}'::json, '{}'::json, "OwnerId", "OwnerTeamId", "OwnerId", "OwnerTeamId" FROM u
    UNION ALL
    SELECT '${environmentId}'::uuid, 'StatusHistory', 'Create', '${userId}'::uuid, $2, $3, "Id", "RecordInformationId",
      "RowVersion", NULL, row_to_json(h), NULL, NULL, "OwnerId", "OwnerTeamId" FROM h),
  operation AS (
    INSERT INTO platform.operation (id, environment_id, user_id, entity, operation, status, http_status, record_ids, submitted_on)
    SELECT $2::uuid, '${environmentId}', '${userId}', 'Parcel', 'Update', 'Completed', 200, ARRAY["Id"], $3 FROM u)
  SELECT "Id" FROM h`;

async function move(client: pg.PoolClient): Promise<void> {
  const number = String(Math.floor(Math.random() * facts.records)).padStart(12, '0');
  const recordId = `00000000-0000-7000-9000-${number}`;
  await client.query('BEGIN');
  await client.query({ name: 'lock', text: LOCK, values: [recordId] });
  await client.query({ name: 'move', text: MOVE, values: [recordId, uuidV7(), new Date().toISOString()] });
  await client.query('COMMIT');
}

async function moveFor(durationMs: number): Promise<number> {
  const beganAt = performance.now();
  let moves = 0;
  const keepMoving = async (): Promise<void> => {
    const client = await pool.connect();
    for (; performance.now() - beganAt < durationMs; moves++) await move(client);
    client.release();
  };
  await Promise.all(Array.from({ length: facts.connections }, keepMoving));
  return (moves * 1_000) / (performance.now() - beganAt);
}

process.on('disconnect', () => process.exit());
process.on('message', (durationMs: number) => void moveFor(durationMs).then((perSecond) => process.send!(perSecond)));
process.send!('ready');
