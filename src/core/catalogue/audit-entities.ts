import type { JsonObject } from '#core/json/json.js';
import {
  choiceField,
  dateTimeField,
  entity,
  jsonField,
  lookupField,
  REQUIRED,
  textField,
  uuidField,
} from './entity-builders.js';

/** The change log as records: a view without a table of its own (docs/interface/access.md#audit-log). */
export const AUDIT_ENTITIES: readonly JsonObject[] = [
  entity(
    'AuditEntry',
    'log',
    [
      textField('EntityName', REQUIRED),
      uuidField('RecordId', REQUIRED),
      choiceField('Operation', ['Create', 'Update', 'Delete'], REQUIRED),
      jsonField('Changes'),
      lookupField('UserId', 'User'),
      dateTimeField('ChangedOn', REQUIRED),
      uuidField('CorrelationId', REQUIRED),
      textField('Source', REQUIRED),
      jsonField('HooksSkipped'),
      jsonField('Via'),
    ],
    { DisplayField: 'EntityName', View: 'Changes' },
  ),
];
