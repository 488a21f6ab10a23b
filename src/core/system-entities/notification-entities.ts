import type { JsonObject } from '../json/json.js';
import { NO_ACCESS, type AccessTable } from '../scope.js';
import { entity, REQUIRED, textField, uuidField } from './entity-builders.js';

/** What users are told; a record belongs to its receiver. `RecordId`: the record-information id of what it is about. */
export const NOTIFICATION_ENTITIES: readonly JsonObject[] = [
  entity('Notification', 'business', [
    textField('Message', REQUIRED),
    textField('EntityName'),
    uuidField('RecordId'),
    textField('Source'),
  ]),
];

/** What every member may do without any role: read what he was told (our reading: or nobody would). */
export const MEMBER_ACCESS: AccessTable = new Map([['Notification', { ...NO_ACCESS, read: 'Own' }]]);
