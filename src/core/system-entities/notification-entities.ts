import type { JsonObject } from '../json/json.js';
import { NO_ACCESS, type AccessTable } from '../scope.js';
import { entity, REQUIRED, textField, uuidField } from './entity-builders.js';

/** Messages to users; the owner is the receiver. `RecordId` is the RecordInformationId of the record in question. */
export const NOTIFICATION_ENTITIES: readonly JsonObject[] = [
  entity('Notification', 'business', [
    textField('Message', REQUIRED),
    textField('EntityName'),
    uuidField('RecordId'),
    textField('Source'),
  ]),
];

/** Access of every member without any role: users read their own notifications. */
export const MEMBER_ACCESS: AccessTable = new Map([['Notification', { ...NO_ACCESS, read: 'Own' }]]);
