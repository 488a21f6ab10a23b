import type { JsonObject } from '#core/json/json.js';
import { NO_ACCESS, type AccessTable, type EntityAccess } from './scope.js';
import { dateTimeField, entity, REQUIRED, textField, uuidField } from './entity-builders.js';

/**
 * Messages to users; the owner is the receiver. `RecordId` is the RecordInformationId of the record in question,
 * `ReadOn` the time that the receiver gives.
 */
export const NOTIFICATION_ENTITIES: readonly JsonObject[] = [
  entity('Notification', 'business', [
    textField('Message', REQUIRED),
    textField('EntityName'),
    uuidField('RecordId'),
    textField('Source'),
    dateTimeField('ReadOn'),
  ]),
];

const READS_OWN: EntityAccess = { ...NO_ACCESS, read: 'Own' };

/** Access of every member without any role: users read their own notifications and runs, and mark notifications as read. */
export const MEMBER_ACCESS: AccessTable = new Map([
  ['Notification', { ...READS_OWN, update: 'Own', writable: new Set(['ReadOn']) }],
  ['WorkflowRun', READS_OWN],
  ['WorkflowStep', READS_OWN],
]);
