import { readFileSync } from 'node:fs';

const RECORDS = new Map(
  [...readFileSync(`${import.meta.dirname}/record-json.sql`, 'utf8').matchAll(/^-- (\w+)\n((?:(?!--).+\n)+)/gm)].map(
    ([, entity, lines]) => [entity, lines.trim().replaceAll('\n', ' ')],
  ),
);

const SYSTEM =
  'Id RecordInformationId StatusId OwnerId OwnerTeamId CreatedBy CreatedOn UpdatedBy UpdatedOn RowVersion IsDeleted';
const OWN: Readonly<Record<string, string>> = {
  Region: 'Name',
  Customer: 'Name RegionId Grade Code',
  Order: 'Number CustomerId BillToId Title',
  Line: 'OrderId Quantity',
  Tag: 'RegionId Label',
};

/** The columns of an entity's table in their order, each as `write` has it. */
export const columns = (entity: string, write: (column: string) => string): string =>
  `${OWN[entity]} ${SYSTEM}`.split(' ').map(write).join(', ');

/** `a."Name", a."RegionId", …`; without an alias the bare names. */
export const columnsOf = (entity: string, alias?: string): string =>
  columns(entity, (column) => `${alias ? `${alias}.` : ''}"${column}"`);

/** The live rows of an entity that meet a scope. */
export const rows = (entity: string, scope?: string): string =>
  `(SELECT * FROM "env_test"."${entity}" r WHERE ${scope ? `(NOT r."IsDeleted" AND ${scope})` : 'NOT r."IsDeleted"'})`;

/** JSON of the whole record in the row `alias`, from the stored text. */
export const json = (entity: string, alias: string): string => RECORDS.get(entity)!.replaceAll('@', alias);

/** JSON text of a column's value, by the kind of the column. */
const VALUE_JSON = {
  text: (column: string): string => `to_json(${column})::text`,
  number: (column: string): string => `${column}::text`,
  id: (column: string): string => `('"' || ${column}::text || '"')`,
};
const kindOf = (name: string): keyof typeof VALUE_JSON =>
  name.endsWith('Id') ? 'id' : name === 'Quantity' ? 'number' : 'text';

/** JSON of those fields that differ between the rows `shown` and `other`, with the values of `shown`. */
export const changed = (names: readonly string[], shown: string, other: string): string => {
  const members = names.map(
    (name) =>
      `CASE WHEN ${shown}."${name}" IS DISTINCT FROM ${other}."${name}" ` +
      `THEN '"${name}":' || COALESCE(${VALUE_JSON[kindOf(name)](`${shown}."${name}"`)}, 'null') END`,
  );
  return `('{' || concat_ws(',', NULLIF(concat_ws(',', ${members.join(', ')}), '')) || '}')`;
};

const CHANGE_COLUMNS =
  'environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id, record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source';
const OPERATION_COLUMNS =
  'id, environment_id, user_id, entity, operation, status, http_status, record_ids, submitted_on';
const ENVIRONMENT = `'e0000000-0000-4000-8000-000000000003'::uuid`;
const IMAGES = {
  Create: 'NULL::json, c.row::json, NULL::uuid, NULL::uuid, c."OwnerId", c."OwnerTeamId"',
  Update: 'c.old_values::json, c.new_values::json, c.owner_before, c.team_before, c."OwnerId", c."OwnerTeamId"',
  Delete: 'c.row::json, NULL::json, c."OwnerId", c."OwnerTeamId", NULL::uuid, NULL::uuid',
};

/** Parameters that a statement binds the facts of the call to, as `$1`. */
export interface Call {
  readonly user: string;
  readonly at: string;
  readonly correlation: string;
  /** Of its changes; in statements that write some. */
  readonly source?: string;
  /** Of the definitions; in outcomes only. */
  readonly version?: string;
}

/** CTE of the change log for rows of the CTEs, by entity. */
export const change = (
  { user, at, correlation, source }: Call,
  operation: keyof typeof IMAGES,
  sources: Readonly<Record<string, string>>,
  name = 'change',
): string => {
  const selects = Object.entries(sources).map(
    ([entity, cte]) =>
      `SELECT ${ENVIRONMENT}, '${entity}', '${operation}', ${user}::uuid, ${correlation}::uuid, ${at}::timestamptz, c."Id", c."RecordInformationId", c."RowVersion", ${IMAGES[operation]}, ${source}::text FROM ${cte} c`,
  );
  return `${name} AS (INSERT INTO platform.change (${CHANGE_COLUMNS}) ${selects.join(' UNION ALL ')})`;
};

/** Parts of the outcome of a write. */
interface Written {
  readonly ids: string;
  readonly when: string;
  /** Its answer and its `RecordAffected`, where the statement is the whole write. */
  readonly answer?: readonly [result: string, recordAffected: string];
}

const keptIf = (correlation: string, answer: Written['answer']): readonly string[] => {
  if (!answer) return ['', '', ''];
  const [result, recordAffected] = answer;
  const isCommand = `EXISTS (SELECT FROM platform.command c WHERE c.id = ${correlation}::uuid)`;
  return [
    ', result, record_affected',
    `, CASE WHEN k.outlives THEN ${result}::json END, CASE WHEN k.outlives THEN ${recordAffected} END`,
    ` FROM LATERAL (SELECT clock_timestamp() - statement_timestamp() > interval '50 ms' OR ${isCommand} AS outlives) k`,
  ];
};

/** CTE of the write's outcome. */
export const operation = (
  { user, at, correlation, version }: Call,
  [entity, name]: readonly [entity: string, name: string],
  { ids, when, answer }: Written,
): string => {
  const [names, values, from] = keptIf(correlation, answer);
  return `operation AS (INSERT INTO platform.operation (${OPERATION_COLUMNS}${names}) SELECT ${correlation}::uuid, (SELECT e.id FROM platform.environment e WHERE e.id = ${ENVIRONMENT} AND (e.definitions_version = ${version!}::bigint OR e.xmin = pg_current_xact_id()::xid)), ${user}::uuid, '${entity}', '${name}', 'Completed', 200, ${ids}, ${at}::timestamptz${values}${from} WHERE ${when})`;
};

/** The list of written rows as JSON. */
export const listed = (select: string): string =>
  `(SELECT '[' || COALESCE(string_agg('{"Id":"' || r."Id" || '","RowVersion":' || r.version || '}', ','), '') || ']' FROM (${select} ORDER BY 1 LIMIT 1000) r)`;
