import { changedNames, conditionsOf, fires, hasConditions, mayFire } from '#automation/core/triggers/fires.js';
import type { LoggedChange } from '#core/changes/change.js';
import { fixtureEntity } from '../../../../support/fixture-catalogue.js';
import { active, change } from './trigger-fixture.js';

const may = (trigger: object, of: Partial<LoggedChange> = {}): boolean =>
  mayFire(active(trigger), change(of), changedNames(change(of)));

it.each([
  ['Created', [true, false, false]],
  ['Edited', [false, true, false]],
  ['CreatedOrEdited', [true, true, false]],
  ['Deleted', [false, false, true]],
])('%s fires for its operations', (TriggerEvent, expected) => {
  const operations = ['Create', 'Update', 'Delete'] as const;
  expect(operations.map((operation) => may({ TriggerEvent }, { operation }))).toEqual(expected);
});

it('does not fire for transactions up to its own, and for purges', () => {
  const TriggerEvent = 'Deleted';
  const deleted = { operation: 'Delete' } as const;
  expect([9n, 10n, 11n].map((xid) => may({ TriggerEvent }, { ...deleted, xid }))).toEqual([false, false, true]);
  expect(may({ TriggerEvent }, { ...deleted, source: 'Purge' })).toBe(false);
});

it('asks for any or all of its fields in edits, whatever their letter case', () => {
  const FieldChanges = [{ FieldName: 'name' }, { FieldName: 'Size' }];
  const of = (FieldCriteria: string, ...changedFields: string[]) =>
    may({ FieldCriteria, FieldChanges }, { changedFields });
  expect([of('AnyOfFields', 'Name'), of('AnyOfFields', 'Other')]).toEqual([true, false]);
  expect([of('AllOfFields', 'Name'), of('AllOfFields', 'Name', 'Size')]).toEqual([false, true]);
  expect(may({ FieldCriteria: 'AllOfFields', FieldChanges }, { operation: 'Create', changedFields: [] })).toBe(true);
});

it('combines the conditions of its fields by its criteria', () => {
  const FieldChanges = [{ FieldName: 'Name', To: 'a' }, { FieldName: 'Size' }];
  const of = (FieldCriteria: string, changedFields: string[], where: boolean, ...fields: boolean[]) => {
    const made = change({ changedFields });
    return fires(active({ FieldCriteria, FieldChanges }), made, changedNames(made), { where, fields });
  };
  expect(of('AnyOfFields', ['Name'], true, false, true)).toBe(false);
  expect(of('AnyOfFields', ['Name'], true, true, true)).toBe(true);
  expect(of('AnyOfFields', ['Name'], false, true, true)).toBe(false);
  expect(of('AllOfFields', ['Name', 'Size'], true, true, true)).toBe(true);
  expect(of('AllOfFields', ['Name', 'Size'], true, false, true)).toBe(false);
});

it('needs no evaluation without conditions', () => {
  expect(hasConditions(active({ FieldChanges: [{ FieldName: 'Name' }] }))).toBe(false);
  expect(hasConditions(active({ FieldChanges: [{ FieldName: 'Name', From: null }] }))).toBe(true);
  expect(fires(active(), change(), new Set(['name']))).toBe(true);
});

it('compares values of fields by where-clauses, which are the same objects each time', () => {
  const { trigger } = active({ FieldChanges: [{ FieldName: 'Name', From: null, To: 'a' }] });
  const customer = fixtureEntity('Customer');
  const conditions = conditionsOf(trigger, customer);
  expect(conditions).toEqual({
    fields: [
      {
        from: { Filters: [{ FieldName: 'Name', Operator: 'IsNULL' }] },
        to: { Filters: [{ FieldName: 'Name', Operator: 'EqualTo', Value: 'a' }] },
      },
    ],
  });
  expect(conditionsOf(trigger, customer)).toBe(conditions);
});
