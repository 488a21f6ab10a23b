import { EVERYTHING } from '#core/criteria/criterion.js';
import { readWhereClause } from '#core/requests/where-clause.js';
import { Faults } from '#core/errors.js';
import { ShapeReader } from '#core/shapes/shape-reader.js';
import { matcherOf } from '#records/core/matching/match-records.js';
import { jsonOf } from '../../../../support/json-of.js';
import { entityOf, told, writer } from '../inserts/write-fixture.js';

const OPTIONS = { dryRun: false, nullSafeNegation: false };

function matcher(filter: object | undefined, options: Parameters<typeof matcherOf>[2]['options'] = OPTIONS) {
  const where = filter && readWhereClause(new ShapeReader(false), jsonOf({ Filters: [filter] }), 'WhereClause');
  const faults = new Faults();
  return { match: matcherOf(writer(), entityOf('Customer'), { where, options }, faults), faults };
}

it('resolves again for every plan, since a plan adds values of its own', () => {
  const { match } = matcher({ FieldName: 'Name', Operator: 3, Value: 'x' });
  const [first, second] = [match(), match()];
  first.args.add('more', 'text');
  expect(second.args.values.slice(8)).toEqual(['x']);
  expect(second.criterion).toEqual(first.criterion);
});

// Requirement: R137
it('reports faults once, before anything is written', () => {
  const { match, faults } = matcher({ FieldName: 'Nmae', Operator: 3, Value: 'x' });
  match();
  expect(told(faults.list)).toEqual([
    "UnknownField WhereClause.Filters[0].FieldName: Customer has no field 'Nmae'. Did you mean 'Name'?",
  ]);
});

// Requirement: R112, R66
it('reads the version and the null rule from the options', () => {
  const filter = { FieldName: 'Name', Operator: 8, Value: 'x' };
  const { match } = matcher(filter, { ...OPTIONS, expectedVersion: '7', nullSafeNegation: true });
  expect(match()).toMatchObject({ expectedVersion: '7', criterion: { orNull: true } });
  expect(matcher(filter).match()).toMatchObject({ criterion: { orNull: false } });
});

it('matches everything without a where-clause, which is refused earlier', () => {
  expect(matcher(undefined).match().criterion).toBe(EVERYTHING);
});
