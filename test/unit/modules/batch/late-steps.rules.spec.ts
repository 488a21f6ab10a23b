import type { JsonObject } from '../../../../src/core/json/json.js';
import type { BatchStep } from '../../../../src/modules/batch/batch-command.js';
import { mayRunLast } from '../../../../src/modules/batch/late-steps.rules.js';
import { jsonOf } from '../../../support/json-of.js';

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

// See docs/interface.md#unique-rules
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
  expect(mayRunLast(steps, 0)).toBe(expected);
});
