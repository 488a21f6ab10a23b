import pg from 'pg';

/** Where rows are read: SQL of a uuid, and the quoted schema of the environment. */
export interface RowSource {
  readonly id: string;
  readonly schema: string;
  /** Condition of the changes `t` that triggers are still to be matched with. */
  readonly unmatched: string;
}

/** The rows of an environment. @param unmatched as the member of this name; default: no changes */
export const rowSource = (
  { id, schema }: { readonly id: string; readonly schema: string },
  unmatched = 'false',
): RowSource => ({ id: `${pg.escapeLiteral(id)}::uuid`, schema: pg.escapeIdentifier(schema), unmatched });

/** Where rows are written: SQL of uuids. Row `s` is the one that was read. */
export interface RowTarget {
  readonly id: string;
  /** Id of the environment in the source. */
  readonly sourceId: string;
  readonly appId: string;
  readonly tenantId: string;
}

/**
 * Past: what has happened; it never changes, so that it may be written in several transactions.
 * Work: what is under way; it is written in the transaction that lets nodes serve the environment, or not at all.
 * Secrets: what lets callers in; it goes only where the environment itself goes.
 */
export type RowsPart = 'Past' | 'Work' | 'Secrets';

export interface EnvironmentRows {
  /** Name in schema `platform`. */
  readonly table: string;
  readonly part: RowsPart;
  /** Condition of the rows `t` of an environment. */
  readonly where: (source: RowSource) => string;
  /** Columns that the target's database makes; the rows are inserted in the order of the first one. */
  readonly made?: readonly string[];
  /** Values of columns that are others in the target. */
  readonly values?: Readonly<Record<string, (target: RowTarget) => string>>;
}

/** Rows that no copy has: the target makes its own, or has none. */
export interface LeftRows {
  /** Name in schema `platform`. */
  readonly table: string;
  readonly because: string;
  /** Condition of the rows `t` that go when an environment is removed; absent where they are not of one, or go by a key. */
  readonly where?: (source: RowSource) => string;
}

const ofEnvironment = ({ id }: RowSource): string => `t.environment_id = ${id}`;

const environmentId = { environment_id: ({ id }: RowTarget): string => id };

/** Id of a file in the target: ids of files are unique in a database. */
const fileId =
  (column: string) =>
  ({ id, sourceId }: RowTarget): string =>
    `CASE WHEN ${id} = ${sourceId} THEN s.${column} ELSE md5(${id}::text || s.${column}::text)::uuid END`;

/** Pairs of ids, source and target, that `record_shape` has after its rows were written. */
export const SHAPE_IDS = 'pg_temp.shape_ids';

const shape = { shape: (): string => `(SELECT i.target FROM ${SHAPE_IDS} i WHERE i.source = s.shape)` };

/** An index of the log has the hash. */
const ofLog = ({ id }: RowSource): string =>
  `uuid_hash(t.environment_id) = uuid_hash(${id}) AND t.environment_id = ${id}`;

/** No reader of the log takes it for a change that is to come. */
const PAST_XID = (): string => `'0'::xid8`;

/**
 * The rows of an environment in schema `platform`, in the order in which they are written. One transaction of the
 * target writes all of part Work, and the row of the environment last, so that no node sees a half.
 */
export const ENVIRONMENT_ROWS: readonly EnvironmentRows[] = [
  { table: 'query_shape', part: 'Past', where: ofEnvironment, values: environmentId },
  { table: 'record_shape', part: 'Past', where: ofEnvironment, made: ['id'], values: environmentId },
  {
    table: 'change',
    part: 'Past',
    where: (source) => `${ofLog(source)} AND NOT (${source.unmatched})`,
    values: { ...environmentId, ...shape, xid: PAST_XID },
  },
  {
    table: 'run_file',
    part: 'Past',
    where: ofEnvironment,
    made: ['position'],
    values: { ...environmentId, id: fileId('id') },
  },
  {
    table: 'run_file_part',
    part: 'Past',
    where: ({ id }) => `EXISTS (SELECT FROM platform.run_file f WHERE f.id = t.file_id AND f.environment_id = ${id})`,
    values: { file_id: fileId('file_id') },
  },
  {
    table: 'change',
    part: 'Work',
    where: (source) => `${ofLog(source)} AND (${source.unmatched})`,
    values: { ...environmentId, ...shape, xid: () => 'pg_current_xact_id()' },
  },
  { table: 'operation', part: 'Work', where: ofEnvironment, values: environmentId },
  {
    table: 'idempotency',
    part: 'Work',
    where: ({ id }) =>
      `EXISTS (SELECT FROM platform.operation o WHERE o.id = t.operation_id AND o.environment_id = ${id})`,
  },
  { table: 'batch_step', part: 'Work', where: ofEnvironment, values: environmentId },
  {
    table: 'command',
    part: 'Work',
    where: ofEnvironment,
    values: { ...environmentId, app_id: ({ appId }) => appId, tenant_id: ({ tenantId }) => tenantId },
  },
  { table: 'workflow_version', part: 'Work', where: ofEnvironment, values: environmentId },
  { table: 'run', part: 'Work', where: ofEnvironment, made: ['position'], values: environmentId },
  {
    table: 'sent_mail',
    part: 'Work',
    where: ({ schema }) => `t.step_id IN (SELECT w."Id" FROM ${schema}."WorkflowStep" w)`,
  },
  {
    table: 'schedule',
    part: 'Work',
    where: ofEnvironment,
    // That of the approval tasks has the id of the environment.
    values: { ...environmentId, id: ({ id, sourceId }) => `CASE WHEN s.id = ${sourceId} THEN ${id} ELSE s.id END` },
  },
  { table: 'fire_time', part: 'Work', where: ofEnvironment, values: environmentId },
  {
    table: 'trigger',
    part: 'Work',
    where: ofEnvironment,
    values: { ...environmentId, active_since: PAST_XID },
  },
  {
    table: 'trigger_cursor',
    part: 'Work',
    where: ofEnvironment,
    values: {
      ...environmentId,
      // Changes that are not matched yet are written by this transaction; their times may lie far back.
      begins_at: () => 'pg_current_xact_id()',
      begins_on: ({ id }) =>
        `(SELECT COALESCE(min(c.occurred_at), now()) - interval '1 hour' FROM platform.change c
          WHERE c.environment_id = ${id} AND c.xid = pg_current_xact_id())`,
      cursor: () => 'NULL',
      attempts: () => '0',
      attempted_at: () => 'NULL',
      node: () => 'NULL',
      lease_until: () => 'NULL',
    },
  },
  { table: 'api_key', part: 'Secrets', where: ofEnvironment, values: environmentId },
  { table: 'issued_token', part: 'Secrets', where: ofEnvironment, values: environmentId },
];

/** The other tables. */
export const LEFT_ROWS: readonly LeftRows[] = [
  { table: 'tenant', because: 'the place of the target has its own' },
  { table: 'app', because: 'the place of the target has its own' },
  { table: 'environment', because: 'is written last, by whoever writes the rows' },
  { table: 'changed_entity', because: 'is about writes that are under way on nodes of the source' },
  { table: 'index_build', because: 'the target makes its indexes', where: ofEnvironment },
  { table: 'object_access', because: 'the target grants its own roles', where: ofEnvironment },
  { table: 'object_call', because: 'has calls of open transactions' },
  { table: 'routine_key', because: 'is a secret of a database' },
  { table: 'hub_key', because: 'is a secret of a database' },
  { table: 'ring', because: 'is a secret of a database' },
  { table: 'log', because: 'is the identity of a database' },
  { table: 'node', because: 'has processes of a database' },
  { table: 'environment_move', because: 'is about the move itself' },
  { table: 'moved_record', because: 'is about the move itself', where: ofEnvironment },
  { table: 'usage', because: 'is counted by the nodes of a database' },
];
