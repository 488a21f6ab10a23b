import type { Environment } from './environment.js';
import type { Field, FieldType } from './field.js';

/** Default values of field members. */
export const PLAIN_FIELD = {
  isSystem: false,
  required: false,
  unique: false,
  readOnly: false,
  immutable: false,
  caseInsensitive: false,
  precision: 18,
  scale: 2,
  values: [],
} as const satisfies Partial<Field>;

/** Name and type of each system field, and the target entity of a lookup. */
const SYSTEM_FIELDS: readonly (readonly [name: string, type: FieldType, target?: string])[] = [
  ['Id', 'Uuid'],
  ['RecordInformationId', 'Uuid'],
  ['StatusId', 'Lookup', 'Status'],
  ['OwnerId', 'Lookup', 'User'],
  ['OwnerTeamId', 'Lookup', 'Team'],
  ['TenantId', 'Uuid'],
  ['AppId', 'Uuid'],
  ['EnvironmentId', 'Uuid'],
  ['CreatedBy', 'Lookup', 'User'],
  ['CreatedOn', 'DateTime'],
  ['UpdatedBy', 'Lookup', 'User'],
  ['UpdatedOn', 'DateTime'],
  ['RowVersion', 'Int'],
  ['IsDeleted', 'Bool'],
];

export const SYSTEM_FIELD_NAMES: readonly string[] = SYSTEM_FIELDS.map(([name]) => name);

/**
 * Column with the range of versions, up to but excluding `RowVersion`, that only rollups have superseded. Only rollups
 * write it. After any other change its upper bound differs from the row's version, and the range is ignored.
 */
export const ROLLUP_VERSIONS = 'RollupVersions';

/**
 * Columns of every table that are not fields: the approval lock, time and user of the delete, `ROLLUP_VERSIONS`.
 */
export const ENVELOPE_COLUMNS: readonly (readonly [name: string, type: string])[] = [
  ['ApprovalRequestId', 'uuid'],
  ['DeletedOn', 'timestamptz'],
  ['DeletedBy', 'uuid'],
  [ROLLUP_VERSIONS, 'int8range'],
];

const fieldsOf = (entityName: string): readonly Field[] =>
  SYSTEM_FIELDS.map(([name, type, target]) => ({
    ...PLAIN_FIELD,
    id: `${entityName}.${name}`,
    entityName,
    name,
    type,
    isSystem: true,
    readOnly: true,
    required: !['StatusId', 'OwnerTeamId'].includes(name),
    ...(target && { target }),
  }));

/** System fields of system entities by entity name; the catalogues of all environments share them. */
const shared = new Map<string, readonly Field[]>();

function sharedFieldsOf(entityName: string): readonly Field[] {
  const known = shared.get(entityName) ?? fieldsOf(entityName);
  shared.set(entityName, known);
  return known;
}

/**
 * Lists the fields of every record in the order of docs/interface/records.md#system-fields; tenant, app and environment
 * are constants.
 * @param isShared for a system entity, which every environment has
 */
export function systemFields(entityName: string, environment: Environment, isShared: boolean): readonly Field[] {
  const constants: Readonly<Record<string, string>> = {
    TenantId: environment.tenantId,
    AppId: environment.appId,
    EnvironmentId: environment.id,
  };
  const fields = isShared ? sharedFieldsOf(entityName) : fieldsOf(entityName);
  return fields.map((field) => (constants[field.name] ? { ...field, constant: constants[field.name] } : field));
}
