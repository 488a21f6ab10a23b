import fc from 'fast-check';
import { SCOPES } from '#core/catalogue/scope.js';
import { render } from '#core/sql/sql.js';
import { compileInsert } from '#records/core/inserts/insert-records.sql.js';
import { planInsert } from '#records/core/inserts/plan-insert.js';
import { CALLER } from '../../../../support/fixture-catalogue.js';
import { draftOf, givenId, INITIAL_STATUS, madeId, writer } from './write-fixture.js';
import { cases, SEED } from '../../../../support/seed.js';

const planned = (entity: string, fields: object, ctx = writer()) =>
  planInsert(ctx, draftOf(entity, fields, ctx), { mode: 'store' });

describe('rows as JSON', () => {
  it('contain ids, the caller’s team for owned records and encoded values, without nulls', () => {
    const { args, groups } = planned('Customer', { Name: 'a "b"', RegionId: null, Code: '' });
    expect(JSON.parse(String(args.values[groups[0].rows.index]))).toEqual({
      n: 0,
      Id: madeId(1),
      RecordInformationId: madeId(2),
      OwnerId: CALLER.userId,
      OwnerTeamId: CALLER.teamId,
      Name: 'a "b"',
      Grade: 'B',
      Code: '',
    });
  });

  it('leave the team of another owner, and a derived owner, to the statement', () => {
    const rowOf = (entity: string, fields: object) => {
      const { args, groups } = planned(entity, fields);
      return JSON.parse(String(args.values[groups[0].rows.index]));
    };
    expect(rowOf('Tag', { OwnerId: givenId(7) })).not.toHaveProperty('OwnerTeamId');
    const order = rowOf('Order', { CustomerId: givenId(1) });
    expect([order.OwnerId, order.StatusId]).toEqual([undefined, INITIAL_STATUS]);
  });

  it('number the records of all groups in one sequence', () => {
    const { rows } = planned('Order', { CustomerId: givenId(1), Lines: [{}, {}] });
    expect(rows.map(({ entity }) => entity.name)).toEqual(['Order', 'Line', 'Line']);
  });
});

it('orders a group after the one that may hold its owners', () => {
  const order = (fields: object) => planned('Order', fields).groups.map(({ entity }) => entity.name);
  expect(order({ CustomerId: givenId(1), BillToId: { Name: 'x' } })).toEqual(['Customer', 'Order']);
  expect(order({ CustomerId: { Name: 'x' } })).toEqual(['Order', 'Customer']);
});

it('locks lookup targets once each, and none of the same write', () => {
  const Orders = [{}, { BillToId: givenId(1) }, { BillToId: givenId(1).toUpperCase() }];
  const { groups, args } = planned('Customer', { Name: 'x', Orders });
  const [used] = groups[1].lookups;
  expect(groups[1].lookups.map(({ field }) => field.name)).toEqual(['BillToId']);
  expect([args.values[used.ids.index], used.mayBeDrafted]).toEqual([[givenId(1)], true]);
});

const lookup = (n: number) =>
  fc.constantFrom<unknown>(
    undefined,
    null,
    givenId(n),
    { Match: { FieldName: 'Id', Value: givenId(n) } },
    { Name: 'new' },
  );
const line = fc.record({ Quantity: fc.option(fc.integer()) }, { requiredKeys: [] });
const order = fc.record({
  CustomerId: fc.constantFrom<unknown>(
    givenId(1),
    givenId(2),
    { Match: { FieldName: 'Id', Value: givenId(3) } },
    { Name: 'new' },
  ),
  BillToId: lookup(4),
  Title: fc.constantFrom(undefined, null, 'a', 'b'),
  OwnerId: fc.constantFrom(undefined, CALLER.userId, givenId(8), givenId(9)),
  Lines: fc.array(line, { maxLength: 3 }),
});
const scope = fc.constantFrom(...SCOPES.slice(1));
const access = fc.record({ create: scope, read: fc.constantFrom(...SCOPES) });
const caller = fc.option(fc.record({ Order: access, Line: access, Customer: access }), { nil: undefined });
const mode = fc.constantFrom('store' as const, 'explain' as const, 'part' as const);

it('equal keys imply equal texts with the same bindings', () => {
  const texts = new Map<string, string>();
  fc.assert(
    fc.property(order, caller, mode, (fields, scopes, how) => {
      const ctx = writer(scopes);
      const plan = planInsert(ctx, draftOf('Order', fields, ctx), { mode: how });
      const text = JSON.stringify(render(compileInsert(ctx, plan)));
      expect(texts.get(plan.key) ?? text).toBe(text);
      texts.set(plan.key, text);
    }),
    { seed: SEED, numRuns: cases(500) },
  );
  expect(texts.size).toBeGreaterThan(100);
});
