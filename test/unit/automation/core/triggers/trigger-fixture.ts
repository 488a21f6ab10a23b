import type { LoggedChange } from '#core/changes/change.js';
import type { JsonObject } from '#core/json/json.js';
import type { ActiveTrigger } from '#automation/core/triggers/fires.js';
import { buildTrigger } from '#core/catalogue/trigger.js';
import { readJson } from '#core/json/read-json.js';

export const RECORD = '10000000-0000-4000-8000-000000000001';

/** A trigger on regions that transaction 10 has activated. */
export function active(fields: object = {}): ActiveTrigger {
  const json = { Id: 't1', Name: 'T', EntityName: 'Region', TriggerType: 'EventBased', ...fields };
  return { trigger: buildTrigger(readJson(JSON.stringify(json)) as JsonObject), since: 10n };
}

/** A change of a region by transaction 11. */
export const change = (fields: Partial<LoggedChange> = {}): LoggedChange => ({
  environmentId: 'e',
  entityName: 'Region',
  operation: 'Update',
  recordId: RECORD,
  recordInformationId: '20000000-0000-4000-8000-000000000001',
  rowVersion: '2',
  changedFields: ['Name'],
  userId: 'u1',
  correlationId: 'c1',
  source: null,
  occurredAt: '2026-01-01T00:00:00Z',
  xid: 11n,
  position: 1n,
  ...fields,
});
