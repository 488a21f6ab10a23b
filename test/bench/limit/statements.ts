/** Database, caller and schema that the limit answers for; found once, by its parent. */
export interface LimitFacts {
  readonly databaseUrl: string;
  readonly poolSize: number;
  readonly tokenSecret: string;
  readonly schema: string;
  readonly environmentId: string;
  readonly userId: string;
  readonly teamId: string;
  /** Of Customer.CustomerNumber. */
  readonly sequence: string;
}

/** Fields the insert takes from its body, in the order of their parameters from `$6`. */
export const INSERTED_FIELDS = [
  'Name',
  'TaxId',
  'Email',
  'Phone',
  'Segment',
  'CreditLimit',
  'IsActive',
  'OnboardedOn',
  'RegionId',
] as const;

const BULK_TYPES = ['text', 'text', 'text', 'text', 'text', 'numeric', 'boolean', 'date', 'uuid'] as const;

/** Row, outcome and change row in one statement. Parameters: Id, RecordInformationId, correlation id, clock, sequence, fields. */
export function insertText(facts: LimitFacts): string {
  const [environment, user] = [facts.environmentId, facts.userId].map((id) => `'${id}'::uuid`);
  return `
    WITH ${storedText(facts)},
    operation AS (
      INSERT INTO platform.operation (id, environment_id, user_id, entity, operation, status, http_status, record_ids, submitted_on)
      VALUES ($3::uuid, ${environment}, ${user}, 'Customer', 'Insert', 'Completed', 200, ARRAY[$1::uuid], $4)),
    change AS (
      INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
        record_information_id, row_version, new, owner_after, team_after)
      SELECT ${environment}, 'Customer', 'Create', ${user}, $3, $4, "Id", "RecordInformationId", "RowVersion", json::json,
        "OwnerId", "OwnerTeamId" FROM made)
    SELECT json FROM made`;
}

/** The row alone, with the parameters of `insertText`. */
export const bareInsertText = (facts: LimitFacts): string =>
  `WITH ${storedText(facts)} SELECT json FROM made WHERE $3::uuid IS NOT NULL`;

function storedText({ schema, userId, teamId }: LimitFacts): string {
  const fields = INSERTED_FIELDS.map((name) => `"${name}"`).join(', ');
  const values = INSERTED_FIELDS.map((_, i) => `$${i + 6}`).join(', ');
  const [user, team] = [userId, teamId].map((id) => `'${id}'::uuid`);
  return `stored AS (
      INSERT INTO "${schema}"."Customer" ("Id", "RecordInformationId", "OwnerId", "OwnerTeamId", "CreatedBy", "CreatedOn",
        "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted", "CustomerNumber", ${fields})
      VALUES ($1, $2, ${user}, ${team}, ${user}, $4::timestamptz, ${user}, $4, 1, false,
        'CUS-' || nextval($5::regclass)::text, ${values})
      RETURNING *),
    made AS (SELECT *, row_to_json(stored)::text AS json FROM stored)`;
}

/**
 * The same for many rows at once. Parameters: Ids, RecordInformationIds, correlation id, clock, sequence, and an array for
 * each field.
 */
export function bulkText({ schema, environmentId, userId, teamId }: LimitFacts): string {
  const fields = INSERTED_FIELDS.map((name) => `"${name}"`).join(', ');
  const arrays = BULK_TYPES.map((type, i) => `$${i + 6}::${type}[]`).join(', ');
  const [environment, user, team] = [environmentId, userId, teamId].map((id) => `'${id}'::uuid`);
  return `
    WITH stored AS (
      INSERT INTO "${schema}"."Customer" ("Id", "RecordInformationId", "OwnerId", "OwnerTeamId", "CreatedBy", "CreatedOn",
        "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted", "CustomerNumber", ${fields})
      SELECT id, information_id, ${user}, ${team}, ${user}, $4::timestamptz, ${user}, $4, 1, false,
        'CUS-' || nextval($5::regclass)::text, ${fields}
      FROM unnest($1::uuid[], $2::uuid[], ${arrays}) AS given (id, information_id, ${fields})
      RETURNING *),
    made AS (SELECT *, row_to_json(stored)::text AS json FROM stored),
    operation AS (
      INSERT INTO platform.operation (id, environment_id, user_id, entity, operation, status, http_status, record_ids, submitted_on)
      VALUES ($3::uuid, ${environment}, ${user}, 'Customer', 'Insert', 'Completed', 200, $1::uuid[], $4)),
    change AS (
      INSERT INTO platform.change (environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id,
        record_information_id, row_version, new, owner_after, team_after)
      SELECT ${environment}, 'Customer', 'Create', ${user}, $3, $4, "Id", "RecordInformationId", "RowVersion", json::json,
        "OwnerId", "OwnerTeamId" FROM made)
    SELECT count(*)::text AS json FROM made`;
}

/** One customer by Id. */
export const byIdText = ({ schema }: LimitFacts): string =>
  `SELECT row_to_json(t)::text AS json FROM "${schema}"."Customer" t WHERE t."Id" = $1 AND NOT t."IsDeleted"`;

/** The first 50 customers of a region by name, and how many it has. */
export const pageText = ({ schema }: LimitFacts): string => `
  SELECT (SELECT string_agg(row_to_json(p)::text, ',') FROM (
      SELECT * FROM "${schema}"."Customer" WHERE "RegionId" = $1 AND NOT "IsDeleted" ORDER BY "Name", "Id" LIMIT 50) p) AS json,
    (SELECT count(*) FROM "${schema}"."Customer" WHERE "RegionId" = $1 AND NOT "IsDeleted")::text AS total`;

/** The last 50 orders of a contact by number, each with its customer and its lines, and how many the contact placed. */
export const includeText = ({ schema }: LimitFacts): string => `
  SELECT (SELECT string_agg(row_to_json(p)::text, ',') FROM (
      SELECT o."Id", o."OrderNumber", o."OrderDate", o."Priority", o."Total", (
          SELECT row_to_json(c) FROM (
            SELECT "Id", "CustomerNumber", "Name", "Segment" FROM "${schema}"."Customer"
            WHERE "Id" = o."CustomerId" AND NOT "IsDeleted") c) AS "CustomerId", (
          SELECT json_agg(l) FROM (
            SELECT x."LineNumber", p."Name" AS "ProductId.Name", x."Quantity", x."UnitPrice", x."LineTotal"
            FROM "${schema}"."OrderLine" x JOIN "${schema}"."Product" p ON p."Id" = x."ProductId"
            WHERE x."OrderId" = o."Id" AND NOT x."IsDeleted" ORDER BY x."LineNumber") l) AS "OrderLines"
      FROM (
        SELECT * FROM "${schema}"."Order" WHERE "ContactId" = $1 AND NOT "IsDeleted"
        ORDER BY "OrderNumber" DESC, "Id" LIMIT 50) o) p) AS json,
    (SELECT count(*) FROM "${schema}"."Order" WHERE "ContactId" = $1 AND NOT "IsDeleted")::text AS total`;
