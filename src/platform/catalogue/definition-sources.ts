import { isOwnField } from '#core/catalogue/extended-entities.js';

/** Definition entities, each with the column that orders its records: those that the catalogue is built from, and others. */
export const SOURCES = {
  Entity: 'EntityName',
  Field: 'Sequence',
  Rule: 'Sequence',
  Hook: 'Sequence',
  Index: 'Name',
  Relation: 'Name',
  Role: 'Name',
  RoleAccess: 'EntityName',
  FieldAccess: 'EntityName',
  Permission: 'Name',
  RolePermission: 'Id',
  Team: 'Name',
  IdentityMapping: 'Name',
  Lifecycle: 'Name',
  Status: 'Sequence',
  Transition: 'Sequence',
  ApprovalProcess: 'Name',
  Workflow: 'Name',
  Trigger: 'Name',
  SavedQuery: 'Name',
  SavedView: 'Name',
  List: 'Name',
  DatabaseObject: 'Id',
} as const;

export type SourceName = keyof typeof SOURCES;

const NAMES = Object.keys(SOURCES) as readonly SourceName[];

/**
 * A part of the answer: a bucket of records with its digest, one record of a changed bucket, the approved entities, or the
 * state of the environment.
 */
export interface DefinitionRow {
  readonly source: SourceName | 'approved' | 'state';
  /** Null for the approved entities and the state. */
  readonly bucket: number | null;
  /** Null for a record. */
  readonly digest: string | null;
  /** Names one stored version of a record, of all that its table ever had. */
  readonly version: string | null;
  readonly json: string | null;
}

/** Records of one bucket, about. A changed record is sent with the others of its bucket. */
const BUCKET_RECORDS = 32;

/** The fields of system entities come from the code, but for own ones: two thirds of all fields need not be read. */
const ofEnvironment = (schema: string): string => `
        AND EXISTS (
          SELECT FROM "${schema}"."Entity" e
          WHERE e."Id" = t."EntityId" AND (e."IsSystem" IS NOT TRUE OR ${isOwnField('t', 'e')})
        )`;

/**
 * `xmin` is the transaction that has stored the version of the record, `ctid` its place: no two versions of a table have
 * both in common, not even those of one transaction.
 */
const VERSION = 't.xmin::text || t.ctid::text';

/**
 * Names one state of an environment's definitions of all that it ever had: the transaction that has stored the row of the
 * environment last, and their version, which every change of definitions counts up.
 */
export const STATE_OF_DEFINITIONS = "e.xmin::text || ' ' || e.definitions_version";

/**
 * Statement that reads the definitions as one snapshot has them, but for the buckets of records that the caller knows:
 * `$1` names their sources, `$2` has their numbers and `$3` their digests. Its rows are small, because the driver reads
 * each of them in one turn of the event loop.
 */
export function definitionsSql(schema: string): string {
  const from = (name: SourceName): string => `
      FROM "${schema}"."${name}" t
      CROSS JOIN (
        SELECT (1 << ceil(log(2, 1 + count(*) / ${BUCKET_RECORDS}))::int) - 1 AS mask FROM "${schema}"."${name}"
      ) size
      WHERE NOT t."IsDeleted"${name === 'Field' ? ofEnvironment(schema) : ''}`;
  const bucket = 'uuid_hash(t."Id") & size.mask';
  const digests = NAMES.map(
    (name) => `
      SELECT '${name}' AS source, ${bucket} AS bucket, md5(string_agg(${VERSION}, ' ' ORDER BY t."Id")) AS digest${from(name)}
      GROUP BY 2`,
  );
  const records = NAMES.map(
    (name) => `(
      SELECT '${name}', ${bucket}, NULL, ${VERSION}, row_to_json(t)::text${from(name)}
        AND (${bucket}) = ANY(ARRAY(SELECT c.bucket FROM changed c WHERE c.source = '${name}'))
      ORDER BY t."${SOURCES[name]}", t."Id")`,
  );
  return `
    WITH found AS MATERIALIZED (${digests.join(' UNION ALL ')}
    ), changed AS MATERIALIZED (
      SELECT f.source, f.bucket
      FROM found f
      WHERE NOT EXISTS (
        SELECT FROM unnest($1::text[], $2::int[], $3::text[]) AS k(source, bucket, digest)
        WHERE k.source = f.source AND k.bucket = f.bucket AND k.digest = f.digest
      )
    )
    SELECT source, bucket, digest, NULL AS version, NULL AS json
    FROM found
    UNION ALL ${records.join(' UNION ALL ')}
    UNION ALL
      SELECT 'approved', NULL, NULL, NULL, json_agg(DISTINCT t."EntityName" ORDER BY t."EntityName")::text
      FROM "${schema}"."ApprovalProcess" t
    UNION ALL
      SELECT 'state', NULL, NULL, ${STATE_OF_DEFINITIONS}, NULL
      FROM platform.environment e
      WHERE e.schema_name = '${schema}'`;
}
