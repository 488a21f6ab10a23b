import type { JsonObject } from '../json/json.js';
import { choice, dateTime, entity, json, lookup, REQUIRED, text, uuid } from './definition-forms.js';

/** The change log as records: no table, but a view of it (contract §14.11). */
export const AUDIT_ENTITIES: readonly JsonObject[] = [
  entity(
    'AuditEntry',
    'log',
    [
      text('EntityName', REQUIRED),
      uuid('RecordId', REQUIRED),
      choice('Operation', ['Create', 'Update', 'Delete'], REQUIRED),
      json('Changes'),
      lookup('UserId', 'User'),
      dateTime('ChangedOn', REQUIRED),
      uuid('CorrelationId', REQUIRED),
      text('Source', REQUIRED),
    ],
    { DisplayField: 'EntityName', View: 'Changes' },
  ),
];
