import * as fc from 'fast-check';
import type { RequestContext } from '#core/context/context.js';
import { DomainError } from '#core/errors.js';
import { readJson } from '#core/json/read-json.js';
import { planSelect } from '#queries/core/select/plan-select.js';
import { readSelect } from '#core/requests/read-select.js';
import { type PlannedQuery, KnownQuery } from '#queries/core/plan-cache/planned-query.js';
import { fixtureContext } from '../../../../support/fixture-catalogue.js';
import { cases, SEED } from '../../../../support/seed.js';

const ctx = fixtureContext({ Customer: 'Own', Order: 'Team' });
const UUID = '0190c2a4-0000-7000-8000-000000000001';

function planned(json: string, caller: RequestContext = ctx): PlannedQuery {
  const { command, log } = readSelect(readJson(json), caller.preferences.strict);
  return { plan: planSelect(caller, command), log };
}

/** Plan, or the faults of the query. */
function outcomeOf(json: string): unknown {
  try {
    return comparable(planned(json));
  } catch (error) {
    if (error instanceof DomainError) return error.faults;
    throw error;
  }
}

/** A plan without what only planning needs. */
const comparable = ({ plan: { args, ...plan }, log }: PlannedQuery): object => ({
  plan: { ...plan, origin: undefined },
  values: args.values,
  log,
});

const query = (filters: readonly object[], more: object = {}): string =>
  JSON.stringify({ EntityName: 'Customer', WhereClause: { Filters: filters }, ...more });
const byId = (Value: unknown, more: object = {}): string => query([{ FieldName: 'Id', Operator: 3, Value }], more);

describe('a seen query', () => {
  it('plans a body with another value, for the call of the caller', () => {
    const seen = KnownQuery.of(byId(UUID), planned(byId(UUID)))!;
    const other = UUID.replace('1', '2').toUpperCase();
    const later = { ...ctx, at: new Date('2027-01-01T00:00:00Z'), correlationId: UUID };
    const { plan, log } = seen.planFor(later, byId(other))!;
    expect(comparable({ plan, log })).toEqual(comparable(planned(byId(other), later)));
    expect(plan.reader.ctx).toBe(later);
  });

  it.each([
    ['is not of the type', byId('x')],
    ['is a number', byId(1)],
    ['has an escape', byId('\\')],
    ['stands beside another member', byId(UUID, { Distinct: false })],
  ])('leaves a body to the planner whose value %s', (_, json) => {
    expect(KnownQuery.of(byId(UUID), planned(byId(UUID)))!.planFor(ctx, json)).toBeUndefined();
  });

  it.each([
    ['the caller', { FieldName: 'OwnerId', Value: 'Me' }],
    ['the time', { FieldName: 'Since', Value: ['Today'], Operator: 'IN' }],
    ['teams of the caller', { FieldName: 'OwnerTeamId', Value: 'MyTeams', Operator: 'IN' }],
  ])('does not remember a value that follows from %s, however its member is written', (_, filter) => {
    const json = query([{ Operator: 'EqualTo', ValueType: 4, ...filter }]).replace('"Value":', '"Value" : ');
    expect(KnownQuery.of(json, planned(json))).toBeUndefined();
  });

  it('leaves a number to the planner that is wider than the field', () => {
    const by = (Value: string): string => query([{ FieldName: 'Employees', Operator: 1, Value }]);
    const seen = KnownQuery.of(by('5'), planned(by('5')))!;
    expect(seen.planFor(ctx, by('7'))!.plan.args.values).toEqual(planned(by('7')).plan.args.values);
    expect(seen.planFor(ctx, by('7.5'))).toBeUndefined();
  });

  it.each([
    ['a list', query([{ FieldName: 'Id', Operator: 4, Value: `${UUID},${UUID}` }])],
    ['a global', query([{ FieldName: 'OwnerId', Operator: 3, Value: 'Me', ValueType: 4 }])],
    ['another field', query([{ FieldName: 'Name', Operator: 3, Value: 'Notes', ValueType: 3 }])],
    ['two values', query([{ FieldName: 'Employees', Operator: 17, Value: '1,2' }])],
    ['an ignored member', query([{ FieldName: 'Id', Operator: 3, Value: UUID, Something: { Value: 'x' } }])],
    ['ExistsIn', query([{ FieldName: 'Id', Operator: 21, Value: existing('x') }])],
    ['an include', byId(UUID, { Includes: [included('x')] })],
  ])('is not made of a body with %s among the texts', (_, json) => {
    expect(KnownQuery.of(json, planned(json))).toBeUndefined();
  });

  it('plans exactly as reading and planning the whole body does', () => {
    let known = 0;
    fc.assert(
      fc.property(
        shape,
        fc.array(value, { minLength: 8, maxLength: 8 }),
        fc.array(value, { minLength: 8, maxLength: 8 }),
        (of, first, second) => {
          const [learned, sent] = [of(first), of(second)];
          const outcome = outcomeOf(learned);
          if (Array.isArray(outcome)) return;
          const result = KnownQuery.of(learned, planned(learned))?.planFor(ctx, sent);
          if (result === undefined) return;
          known++;
          expect(comparable(result)).toEqual(outcomeOf(sent));
        },
      ),
      { seed: SEED, numRuns: cases(3_000) },
    );
    expect(known).toBeGreaterThan(100);
  });
});

function existing(Value: string): object {
  return {
    EntityName: 'Order',
    FieldName: 'CustomerId',
    WhereClause: { Filters: [{ FieldName: 'TaxId', Operator: 3, Value }] },
  };
}

function included(Value: string): object {
  return { Name: 'Orders', WhereClause: { Filters: [{ FieldName: 'TaxId', Operator: 3, Value }] } };
}

const value = fc.oneof(
  { arbitrary: fc.constantFrom('a', 'b', '', '%', '5', '-1', 'true', 'Small', 'Vip', '2026-01-31', UUID), weight: 4 },
  fc.constantFrom('a,b', '1.5', '99999999999999999999', 'Today', 'Me', 'Notes', 'Old', 'x"y', '2026-01-31T10:00:00Z'),
);

type Shape = (values: readonly string[]) => string;

const FIELDS = [
  'Name',
  'TaxId',
  'CreditLimit',
  'Employees',
  'IsActive',
  'Since',
  'LastSeen',
  'ExternalId',
  'Segment',
  'Tags',
  'RegionId',
  'Id',
  'RegionId.Name',
];

/** A query whose filters take the values; mostly valid for some of them. */
const shape: fc.Arbitrary<Shape> = fc
  .record({
    filters: fc.array(
      fc.record({
        FieldName: fc.oneof(
          { arbitrary: fc.constantFrom('Name', 'TaxId', 'RegionId.Name'), weight: 3 },
          fc.constantFrom(...FIELDS),
        ),
        Operator: fc.oneof({ arbitrary: fc.constantFrom(3, 8, 11, 13), weight: 5 }, fc.integer({ min: 1, max: 20 })),
        ValueType: fc.constantFrom(undefined, undefined, undefined, 1, '3', 'Global'),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    isFirst: fc.boolean(),
    more: fc.constantFrom<(value: string) => object>(
      () => ({}),
      () => ({ Sort: [{ FieldName: 'Name', Direction: 2 }], Pager: { PageNumber: 3, PageSize: 10 } }),
      (text) => ({ GlobalSearch: text }),
      (text) => ({ Includes: [included(text)] }),
      (text) => ({ Ignored: { Value: text } }),
      () => ({
        SelectedFields: ['Name', 'RegionId.Name'],
        LoadLookUpValues: true,
        Options: { NullSafeNegation: true },
      }),
    ),
  })
  .map(({ filters, isFirst, more }): Shape => (values) => {
    const Filters = filters.map((filter, i) => ({ ...filter, Value: values[i] }));
    const [before, behind] = isFirst ? [more(values[7]), {}] : [{}, more(values[7])];
    return JSON.stringify({ EntityName: 'Customer', ...before, WhereClause: { Filters }, ...behind });
  });
