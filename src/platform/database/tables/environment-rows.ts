import type { PLATFORM_TABLES } from './index.js';

/** Where rows are read: SQL of a uuid, and the quoted schema of the environment. */
export interface RowSource {
  readonly id: string;
  readonly schema: string;
}

/** Where rows are written: SQL of uuids. Row `s` is the one that was read. */
export interface RowTarget {
  readonly id: string;
  readonly appId: string;
  readonly tenantId: string;
  /** False where the environment gets another id, since the database has the first one already. */
  readonly keepsId: boolean;
}

/**
 * Past: what has happened; it never changes, so that it may be written in several transactions.
 * Work: what is under way; it is written in the transaction that lets nodes serve the environment, or not at all.
 * Secrets: what lets callers in; it goes only where the environment itself goes.
 */
export type RowsPart = 'Past' | 'Work' | 'Secrets';

export interface EnvironmentRows {
  readonly table: keyof typeof PLATFORM_TABLES;
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
  readonly table: keyof typeof PLATFORM_TABLES;
  readonly because: string;
  /** Condition of the rows `t` that go when an environment is removed; absent where they are not of one, or go by a key. */
  readonly where?: (source: RowSource) => string;
}

const ofEnvironment = ({ id }: RowSource): string => `t.environment_id = ${id}`;

const environmentId = { environment_id: ({ id }: RowTarget): string => id };

/** Id of a file in the target: ids of files are unique in a database. */
const fileId =
  (column: string) =>
  ({ keepsId, id }: RowTarget): string =>
    keepsId ? `s.${column}` : `md5(${id}::text || s.${column}::text)::uuid`;

/** Pairs of ids, source and target, that `record_shape` has after its rows were written. */
export const SHAPE_IDS = 'pg_temp.shape_ids';

/** No reader of the log takes it for a change that is to come. */
const PAST_XID = (): string => `'0'::xid8`;

/**
 * The rows of an environment in schema `platform`, in the order in which they are written. One transaction of the
 * target writes all of part Work, and the row of the environment last, so that no node sees a half.
 */
export const ENVIRONMENT_ROWS: readonly EnvironmentRows[] = [
  { table: 'QueryShapeRow', part: 'Past', where: ofEnvironment, values: environmentId },
  { table: 'RecordShapeRow', part: 'Past', where: ofEnvironment, made: ['id'], values: environmentId },
  {
    table: 'ChangeRow',
    part: 'Past',
    where: ofEnvironment,
    values: {
      ...environmentId,
      xid: PAST_XID,
      shape: () => `(SELECT i.target FROM ${SHAPE_IDS} i WHERE i.source = s.shape)`,
    },
  },
  {
    table: 'RunFileRow',
    part: 'Past',
    where: ofEnvironment,
    made: ['position'],
    values: { ...environmentId, id: fileId('id') },
  },
  {
    table: 'RunFilePartRow',
    part: 'Past',
    where: ({ id }) => `EXISTS (SELECT FROM platform.run_file f WHERE f.id = t.file_id AND f.environment_id = ${id})`,
    values: { file_id: fileId('file_id') },
  },
  { table: 'OperationRow', part: 'Work', where: ofEnvironment, values: environmentId },
  {
    table: 'IdempotencyRow',
    part: 'Work',
    where: ({ id }) =>
      `EXISTS (SELECT FROM platform.operation o WHERE o.id = t.operation_id AND o.environment_id = ${id})`,
  },
  { table: 'BatchStepRow', part: 'Work', where: ofEnvironment, values: environmentId },
  {
    table: 'CommandRow',
    part: 'Work',
    where: ofEnvironment,
    values: { ...environmentId, app_id: ({ appId }) => appId, tenant_id: ({ tenantId }) => tenantId },
  },
  { table: 'WorkflowVersionRow', part: 'Work', where: ofEnvironment, values: environmentId },
  { table: 'RunRow', part: 'Work', where: ofEnvironment, made: ['position'], values: environmentId },
  {
    table: 'SentMailRow',
    part: 'Work',
    where: ({ schema }) => `t.step_id IN (SELECT w."Id" FROM ${schema}."WorkflowStep" w)`,
  },
  { table: 'ScheduleRow', part: 'Work', where: ofEnvironment, values: environmentId },
  { table: 'FireTimeRow', part: 'Work', where: ofEnvironment, values: environmentId },
  {
    table: 'TriggerRow',
    part: 'Work',
    where: ofEnvironment,
    values: { ...environmentId, active_since: PAST_XID },
  },
  {
    table: 'TriggerCursorRow',
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
  { table: 'ApiKeyRow', part: 'Secrets', where: ofEnvironment, values: environmentId },
  { table: 'IssuedTokenRow', part: 'Secrets', where: ofEnvironment, values: environmentId },
];

/** The other tables. */
export const LEFT_ROWS: readonly LeftRows[] = [
  { table: 'TenantRow', because: 'the place of the target has its own' },
  { table: 'AppRow', because: 'the place of the target has its own' },
  { table: 'EnvironmentRow', because: 'is written last, by whoever writes the rows' },
  { table: 'ChangedEntityRow', because: 'is about writes that are under way on nodes of the source' },
  { table: 'IndexBuildRow', because: 'the target makes its indexes', where: ofEnvironment },
  { table: 'RoutineAccessRow', because: 'the target grants its own roles', where: ofEnvironment },
  { table: 'RoutineCallRow', because: 'has calls of open transactions' },
  { table: 'RoutineKeyRow', because: 'is a secret of a database' },
  { table: 'HubKeyRow', because: 'is a secret of a database' },
  { table: 'NotifyChannelRow', because: 'is a secret of a database' },
  { table: 'LogRow', because: 'is the identity of a database' },
  { table: 'NodeRow', because: 'has processes of a database' },
  { table: 'EnvironmentMoveRow', because: 'is about the move itself' },
  { table: 'MovedRecordRow', because: 'is about the move itself', where: ofEnvironment },
  { table: 'UsageRow', because: 'is counted by the nodes of a database' },
];
