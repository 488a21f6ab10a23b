import type { ClaimApp } from './claim-fixture.js';

/** Each answers the claims of which something disagrees with something else. */
const CONTRADICTIONS: Readonly<Record<string, string>> = {
  'the status is not the last of the history': `c."StatusId" IS DISTINCT FROM (
    SELECT h."ToStatusId" FROM "SCHEMA"."StatusHistory" h WHERE h."RecordId" = c."RecordInformationId"
    ORDER BY h."ChangedOn" DESC LIMIT 1)`,
  'a row of the history does not begin where the row before ends': `EXISTS (
    SELECT FROM (
      SELECT h."FromStatusId", lag(h."ToStatusId") OVER (ORDER BY h."ChangedOn") AS before
      FROM "SCHEMA"."StatusHistory" h WHERE h."RecordId" = c."RecordInformationId") w
    WHERE w."FromStatusId" IS DISTINCT FROM w.before)`,
  'the history has not one row for each change of the status': `
    (SELECT count(*) FROM "SCHEMA"."StatusHistory" h WHERE h."RecordId" = c."RecordInformationId") <> 1 + (
      SELECT count(*) FROM platform.change k
      WHERE k.entity = 'Claim' AND k.record_id = c."Id" AND k.operation = 'Update' AND (k.old -> 'StatusId') IS NOT NULL)`,
  'the lock is not its only open request': `c."ApprovalRequestId" IS DISTINCT FROM (
      SELECT q."Id" FROM "SCHEMA"."ApprovalRequest" q
      WHERE q."RecordId" = c."RecordInformationId" AND q."State" = 'Pending' LIMIT 1)
    OR 1 < (
      SELECT count(*) FROM "SCHEMA"."ApprovalRequest" q
      WHERE q."RecordId" = c."RecordInformationId" AND q."State" = 'Pending')`,
  'the version does not count the changes': `c."RowVersion" <> (
    SELECT count(*) FROM platform.change k WHERE k.entity = 'Claim' AND k.record_id = c."Id")`,
  'notifications do not agree with tasks and closed requests': `
    (SELECT count(*) FROM "SCHEMA"."Notification" n WHERE n."RecordId" = c."RecordInformationId")
    <> (SELECT count(t."AssigneeId") FROM "SCHEMA"."ApprovalTask" t WHERE t."RecordId" = c."RecordInformationId")
     + (SELECT count(*) FROM "SCHEMA"."ApprovalRequest" q
        WHERE q."RecordId" = c."RecordInformationId" AND q."State" <> 'Pending'
          AND NOT EXISTS (SELECT FROM "SCHEMA"."ApprovalDecision" d
            WHERE d."ApprovalRequestId" = q."Id" AND d."Decision" = 'Recall' AND d."OwnerId" = q."RequestedBy"))`,
};

/** The same for requests `q`. */
const REQUEST_CONTRADICTIONS: Readonly<Record<string, string>> = {
  'an open request has no open task of its step': `q."State" = 'Pending' AND NOT EXISTS (
    SELECT FROM "SCHEMA"."ApprovalTask" t
    WHERE t."RequestId" = q."Id" AND t."State" = 'Open' AND t."Step" = q."CurrentStep")`,
  'an open task of a closed request, or of another step': `EXISTS (
    SELECT FROM "SCHEMA"."ApprovalTask" t
    WHERE t."RequestId" = q."Id" AND t."State" = 'Open' AND (q."State" <> 'Pending' OR t."Step" <> q."CurrentStep"))`,
  'a user has two open tasks': `EXISTS (
    SELECT FROM "SCHEMA"."ApprovalTask" t WHERE t."RequestId" = q."Id" AND t."State" = 'Open'
    GROUP BY t."AssigneeId" HAVING count(*) > 1)`,
  'ClosedOn does not agree with the state': `(q."ClosedOn" IS NULL) <> (q."State" = 'Pending')`,
  'decisions and decided tasks are not the same': `EXISTS (
    SELECT FROM (VALUES ('Approve', 'Approved'), ('Reject', 'Rejected'), ('Return', 'Returned'), ('Delegate', 'Delegated'))
      AS v(decision, state)
    WHERE (SELECT count(*) FROM "SCHEMA"."ApprovalDecision" d
           WHERE d."ApprovalRequestId" = q."Id" AND d."Decision" = v.decision)
      <> (SELECT count(*) FROM "SCHEMA"."ApprovalTask" t WHERE t."RequestId" = q."Id" AND t."State" = v.state))`,
  'another decision has closed it than its state says': `EXISTS (
    SELECT FROM (VALUES ('Reject', 'Rejected'), ('Return', 'Returned'), ('Recall', 'Recalled')) AS v(decision, state)
    WHERE (SELECT count(*) FROM "SCHEMA"."ApprovalDecision" d
           WHERE d."ApprovalRequestId" = q."Id" AND d."Decision" = v.decision) <> (q."State" = v.state)::int)`,
};

/**
 * Contradictions between claims, their history, requests, tasks, decisions and notifications; none is right.
 * @param ids of the only claims that are looked at
 */
export async function contradictions(claims: ClaimApp, ids?: readonly string[]): Promise<readonly string[]> {
  const ofClaim = (what: string, condition: string): string =>
    `SELECT '${what}' AS what, c."Id" AS id FROM c WHERE ${condition}`;
  const ofRequest = (what: string, condition: string): string =>
    `SELECT '${what}', q."Id" FROM "SCHEMA"."ApprovalRequest" q
     JOIN c ON c."RecordInformationId" = q."RecordId"
     WHERE ${condition}`;
  const found = [
    ...Object.entries(CONTRADICTIONS).map((each) => ofClaim(...each)),
    ...Object.entries(REQUEST_CONTRADICTIONS).map((each) => ofRequest(...each)),
  ];
  const chosen = 'SELECT * FROM "SCHEMA"."Claim" WHERE $1::uuid[] IS NULL OR "Id" = ANY($1)';
  const sql = `WITH c AS (${chosen}) ${found.join(' UNION ALL ')}`.replaceAll('SCHEMA', await claims.schema());
  const rows = await claims.app.query<{ what: string; id: string }>(sql, [ids]);
  return rows.map(({ what, id }) => `${what}: ${id}`);
}
