import type { Environment } from './catalogue.js';
import type { Field, FieldType } from './field.js';

/** The members of a field that most fields leave at their default. */
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

/** Name, type, and for a lookup the entity it leads to. */
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
 * The versions that nothing but rollups has followed, up to `RowVersion` and without it. Rollups alone write it: after any
 * other change its upper end is no longer the row's version, and it counts for nothing.
 */
export const ROLLUP_VERSIONS = 'RollupVersions';

/**
 * Columns of the record's envelope that are no fields: the approval lock, who deleted the record when, and
 * `ROLLUP_VERSIONS`.
 */
export const ENVELOPE_COLUMNS: readonly (readonly [name: string, type: string])[] = [
  ['ApprovalRequestId', 'uuid'],
  ['DeletedOn', 'timestamptz'],
  ['DeletedBy', 'uuid'],
  [ROLLUP_VERSIONS, 'int8range'],
];

/** The fields every record carries, in the order of contract §4; tenant, app and environment are constants. */
export function systemFields(entityName: string, environment: Environment): readonly Field[] {
  const constants: Readonly<Record<string, string>> = {
    TenantId: environment.tenantId,
    AppId: environment.appId,
    EnvironmentId: environment.id,
  };
  return SYSTEM_FIELDS.map(([name, type, target]) => ({
    ...PLAIN_FIELD,
    id: `${entityName}.${name}`,
    entityName,
    name,
    type,
    isSystem: true,
    readOnly: true,
    required: !['StatusId', 'OwnerTeamId'].includes(name),
    ...(target && { target }),
    ...(constants[name] && { constant: constants[name] }),
  }));
}
