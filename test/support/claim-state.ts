import type { Claimant, ClaimApp, ClaimStatus } from './claim-fixture.js';

/** A request as it is stored, with what belongs to it. */
export interface StoredRequest {
  readonly id: string;
  readonly process: string;
  readonly requester: Claimant;
  readonly state: string;
  readonly step: number;
  /** `step assignee state hops`, sorted. */
  readonly tasks: readonly string[];
  /** `author decision`, in their order. */
  readonly decisions: readonly string[];
}

/** A claim as it is stored, with what belongs to it. */
export interface StoredClaim {
  readonly status: ClaimStatus;
  readonly amount: number;
  readonly version: number;
  /** The open request that locks it. */
  readonly lock: string | null;
  /** Statuses that it took. */
  readonly history: readonly ClaimStatus[];
  /** In any order. */
  readonly requests: readonly StoredRequest[];
  /** Receivers of its notifications, sorted. */
  readonly notes: readonly Claimant[];
}

const nameOf = (column: string): string => `(SELECT u."UserName" FROM "SCHEMA"."User" u WHERE u."Id" = ${column})`;
const statusOf = (column: string): string => `(SELECT s."Name" FROM "SCHEMA"."Status" s WHERE s."Id" = ${column})`;
const array = (columns: string, rows: string): string => `ARRAY(SELECT ${columns} FROM "SCHEMA".${rows})`;

const TASKS = array(
  `t."Step" || ' ' || COALESCE(${nameOf('t."AssigneeId"')}, 'nobody') || ' ' || t."State" || ' ' || COALESCE(t."Hops", 0)`,
  '"ApprovalTask" t WHERE t."RequestId" = q."Id" ORDER BY 1',
);
const DECISIONS = array(
  `${nameOf('d."OwnerId"')} || ' ' || d."Decision"`,
  '"ApprovalDecision" d WHERE d."ApprovalRequestId" = q."Id" ORDER BY d."CreatedOn"',
);
const REQUESTS = array(
  `json_build_object('id', q."Id", 'requester', ${nameOf('q."RequestedBy"')}, 'state', q."State", 'step', q."CurrentStep",
     'process', (SELECT p."Name" FROM "SCHEMA"."ApprovalProcess" p WHERE p."Id" = q."ProcessId"),
     'tasks', ${TASKS}, 'decisions', ${DECISIONS})`,
  '"ApprovalRequest" q WHERE q."RecordId" = c."RecordInformationId"',
);
const CLAIMS = `
  SELECT c."Id" AS id, json_build_object('status', ${statusOf('c."StatusId"')}, 'amount', c."Amount",
    'version', c."RowVersion", 'lock', c."ApprovalRequestId",
    'history', ${array(
      statusOf('h."ToStatusId"'),
      '"StatusHistory" h WHERE h."RecordId" = c."RecordInformationId" ORDER BY h."ChangedOn"',
    )},
    'requests', ${REQUESTS},
    'notes', ${array(nameOf('n."OwnerId"'), '"Notification" n WHERE n."RecordId" = c."RecordInformationId" ORDER BY 1')}
  ) AS claim
  FROM "SCHEMA"."Claim" c
  WHERE c."Id" = ANY($1)`;

/** Reads claims past the service, by their Id. */
export async function storedClaims(
  claims: ClaimApp,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredClaim>> {
  const sql = CLAIMS.replaceAll('SCHEMA', await claims.schema());
  const rows = await claims.app.query<{ id: string; claim: StoredClaim }>(sql, [ids]);
  return new Map(rows.map(({ id, claim }) => [id, claim]));
}

/** One line per claim, without ids: what a test compares. */
export function textOf(claim: StoredClaim | undefined): string {
  if (!claim) return 'missing';
  const { version, history, lock, requests, notes } = claim;
  const parts = requests.map(({ id, process, state, step, tasks, decisions }) => {
    const key = id === lock ? ' locks' : '';
    return `${process}${key} ${state} at ${step} [${tasks.join(', ')}] by [${decisions.join(', ')}]`;
  });
  const locked = lock !== null && !requests.some(({ id }) => id === lock) ? ['a lock without a request'] : [];
  return [`v${version}`, history.join(' → '), ...parts, ...locked, `notes ${notes.join(' ')}`].join('; ');
}
