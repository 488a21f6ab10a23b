import { randomUUID } from 'node:crypto';
import { SYSTEM_USER_ID } from '#core/context/system-context.js';
import { DEVELOPMENT, type Place, type TestApp } from './test-app.js';

/** A record to put under approval. */
export interface Approved {
  readonly entity: string;
  /** The record's own Id. */
  readonly id: string;
  /** Ids of users who each get an open task. */
  readonly assignees?: readonly string[];
  readonly place?: Place;
}

/** Statements that put a record under approval past the service, for tests that hold a transaction open. */
export async function approvalStatements(
  app: TestApp,
  { entity, id, assignees = [], place = DEVELOPMENT }: Approved,
): Promise<{ readonly requestId: string; readonly statements: readonly string[] }> {
  const schema = await app.schema(place);
  const requestId = randomUUID();
  const stamps = `'${SYSTEM_USER_ID}', '${SYSTEM_USER_ID}'`;
  const record = `SELECT r."RecordInformationId" FROM "${schema}"."${entity}" r WHERE r."Id" = '${id}'`;
  const tasks = assignees.map(
    (userId) => `
      INSERT INTO "${schema}"."ApprovalTask"
        ("RequestId", "Step", "AssigneeId", "State", "EntityName", "RecordId", "OwnerId", "CreatedBy", "UpdatedBy")
      SELECT '${requestId}', 1, '${userId}', 'Open', '${entity}', (${record}), '${userId}', ${stamps}`,
  );
  const statements = [
    `UPDATE "${schema}"."${entity}" SET "ApprovalRequestId" = '${requestId}' WHERE "Id" = '${id}'`,
    `INSERT INTO "${schema}"."ApprovalRequest" ("Id", "RecordId", "EntityName", "State", "OwnerId", "CreatedBy", "UpdatedBy")
     SELECT '${requestId}', r."RecordInformationId", '${entity}', 'Pending', r."OwnerId", ${stamps}
     FROM "${schema}"."${entity}" r WHERE r."Id" = '${id}'`,
    ...tasks,
  ];
  return { requestId, statements };
}

/** Puts a record under approval past the service: an open request that locks it. @returns the request's Id */
export async function putUnderApproval(app: TestApp, approved: Approved): Promise<string> {
  const { requestId, statements } = await approvalStatements(app, approved);
  for (const statement of statements) await app.query(statement);
  return requestId;
}

/** Ends the approval of a record past the service: it is unlocked, and its tasks are closed. */
export async function endApproval(app: TestApp, { entity, id, place = DEVELOPMENT }: Approved): Promise<void> {
  const schema = await app.schema(place);
  const request = `SELECT "ApprovalRequestId" FROM "${schema}"."${entity}" WHERE "Id" = '${id}'`;
  await app.query(`UPDATE "${schema}"."ApprovalTask" SET "State" = 'Closed' WHERE "RequestId" = (${request})`);
  await app.query(`UPDATE "${schema}"."ApprovalRequest" SET "State" = 'Approved' WHERE "Id" = (${request})`);
  await app.query(`UPDATE "${schema}"."${entity}" SET "ApprovalRequestId" = NULL WHERE "Id" = '${id}'`);
}
