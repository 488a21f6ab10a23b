import { Definition } from './definition.js';
import type { JsonObject } from '#core/json/json.js';
import { ACCESS_ENTITIES } from './access-entities.js';
import { APPROVAL_ENTITIES } from './approval-entities.js';
import { AUDIT_ENTITIES } from './audit-entities.js';
import { LIFECYCLE_ENTITIES } from './lifecycle-entities.js';
import { NOTIFICATION_ENTITIES } from './notification-entities.js';
import { PROCESS_ENTITIES } from './process-entities.js';
import { QUERY_ENTITIES } from './query-entities.js';
import { SHARE_ENTITIES } from './share-entities.js';
import { SCHEMA_ENTITIES } from './schema-entities.js';

const ENTITIES: readonly JsonObject[] = [
  ...ACCESS_ENTITIES,
  ...SCHEMA_ENTITIES,
  ...QUERY_ENTITIES,
  ...LIFECYCLE_ENTITIES,
  ...APPROVAL_ENTITIES,
  ...PROCESS_ENTITIES,
  ...AUDIT_ENTITIES,
  ...NOTIFICATION_ENTITIES,
  ...SHARE_ENTITIES,
];

const names = new Set(ENTITIES.map((json) => new Definition(json).text('EntityName')?.toLowerCase()));

/** Tells whether a system entity has this name in any letter case. */
export const isReserved = (entityName: string): boolean => names.has(entityName.toLowerCase());

/** Rule that reserves the names of the system entities, so that the refusal is not a Conflict with a record. */
const RESERVED: JsonObject = {
  Name: 'Reserved',
  FieldName: 'EntityName',
  Message: 'This is a reserved name.',
  WhereClause: {
    Filters: [
      { FieldName: 'IsSystem', Operator: 'EqualTo', Value: true },
      { FieldName: 'EntityName', Operator: 'NOTIN', Value: ENTITIES.map(({ EntityName }) => EntityName) },
    ],
    FilterLogic: '1 OR 2',
  },
};

/** Entities of every environment; their tables are in the same schema as those of the business. */
export const SYSTEM_ENTITIES: readonly JsonObject[] = ENTITIES.map((entity) =>
  entity.EntityName === 'Entity' ? { ...entity, Rules: [RESERVED] } : entity,
);
