import type { JsonObject } from '#core/json/json.js';
import type { BatchStep } from '#records/core/batch/batch-command.js';
import { lateSteps } from '#records/core/batch/late-steps.js';
import { jsonOf } from '../../../../support/json-of.js';

const step = (operation: BatchStep['operation'], body: object, ref?: string): BatchStep => ({
  operation,
  body: jsonOf({ EntityName: 'Crate', ...body }) as JsonObject,
  ...(ref !== undefined && { ref }),
});
const byId = (Value: string, more: object = {}): object => ({
  WhereClause: { Filters: [{ FieldName: 'Id', Operator: 'EqualTo', Value }], ...more },
});
const insert = step('Insert', { Fields: [{ FieldName: 'Seal', Value: 'x' }] }, 'made');
const FREES = step('Update', byId('1'));

// See docs/interface/records.md#unique-rules
it.each<[string, readonly BatchStep[], boolean]>([
  ['a later step changes a record of its entity', [insert, FREES], true],
  ['another insert stands between', [insert, step('Insert', { Fields: [] }), FREES], true],
  ['nothing follows', [insert], false],
  ['only inserts follow', [insert, insert], false],
  ['the change is of another entity', [insert, step('Update', { ...byId('1'), EntityName: 'Item' })], false],
  ['it is no insert', [FREES, FREES], false],
  ['it gives its Id', [step('Insert', { Fields: [{ FieldName: 'Id', Value: '1' }] }), FREES], false],
  ['a later step refers to it', [insert, FREES, step('Delete', byId('$made.Id'))], false],
  ['a later step could match it', [insert, FREES, step('Update', { WhereClause: { Filters: [] } })], false],
  ['a NOT could match it', [insert, step('Update', byId('1', { FilterLogic: 'NOT 1' }))], false],
  ['an upsert could match it', [insert, FREES, step('Upsert', {})], false],
])('tells whether an insert may run last: %s', (_, steps, expected) => {
  expect(lateSteps(steps).has(0)).toBe(expected);
});
