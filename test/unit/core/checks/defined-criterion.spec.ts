import { Args } from '#core/statements/args.js';
import { definedCriterion } from '#core/checks/defined-criterion.js';
import { jsonOf } from '../../../support/json-of.js';
import { entityOf, writer } from '../../records/core/inserts/write-fixture.js';

const ctx = writer({});
const customer = entityOf('Customer');
const where = (...filters: object[]) =>
  jsonOf({ Filters: filters.map((filter, i) => ({ ...filter, Sequence: i + 1 })) });

it('reads with system rights for any caller', () => {
  const json = where({ FieldName: 'RegionId.Name', Operator: 3, Value: 'x' }, { FieldName: 'Name', Operator: 6 });
  expect(definedCriterion(ctx, customer, json, new Args(ctx)).reads).toEqual(['RegionId', 'Name']);
});

it('binds values of the call anew', () => {
  const json = where({ FieldName: 'CreatedOn', Operator: 1, Value: 'Now', ValueType: 4 });
  const later = { ...ctx, at: new Date('2027-01-01T00:00:00.000Z') };
  const values = [ctx, later].map((call) => {
    const args = new Args(call);
    definedCriterion(call, customer, json, args);
    return args.values[8];
  });
  expect(values).toEqual(['2026-03-15T22:30:00Z', '2027-01-01T00:00:00Z']);
});

it.each([
  ['no where-clause', 'Name = 1'],
  ['one of a broken shape', { Filters: [{ FieldName: 'Name', Operator: 99 }] }],
  ['one on an unknown field', { Filters: [{ FieldName: 'Nix', Operator: 6 }] }],
])('throws for %s, since definitions are checked when stored', (_, json) => {
  expect(() => definedCriterion(ctx, customer, jsonOf(json), new Args(ctx))).toThrow(
    /^A where-clause of Customer's definition/,
  );
});
