import type { RequestContext } from '#core/context/context.js';
import { compileLookedUp } from '#automation/core/runs/looked-up.sql.js';
import { type LookedUpPlan, planLookedUp } from '#automation/core/runs/plan-looked-up.js';
import { LookedUp } from '#automation/core/runs/token-values.js';
import { render } from '#core/sql/sql.js';
import { fixtureContext } from '../../../../support/fixture-catalogue.js';

const ONE = '0c000000-0000-4000-8000-000000000001';
const TWO = '0c000000-0000-4000-8000-000000000002';

const customer = (id: string, field: string): LookedUp => new LookedUp('Customer', id, field);
const plan = (values: readonly LookedUp[], ctx: RequestContext = fixtureContext()): LookedUpPlan =>
  planLookedUp(ctx, values)!;
const text = (made: LookedUpPlan): string => render(compileLookedUp(made)).text;

// Requirement: R191
it('reads values of several records with one statement, each record once', () => {
  const made = plan([customer(ONE, 'Name'), customer(TWO, 'Name'), customer(ONE, 'RegionId.Name')]);
  expect(text(made)).toBe(
    `SELECT (('{"r1.Name":' || COALESCE(to_json(tj1."Name")::text, 'null') || ',"r2.Name":' || ` +
      `COALESCE(to_json(tj2."Name")::text, 'null')) || (',"r1.RegionId.Name":' || ` +
      `COALESCE(to_json(tj3."Name")::text, 'null') || '}')) AS "row" ` +
      'FROM (SELECT $1::uuid AS "r1", $2::uuid AS "r2") t ' +
      'LEFT JOIN (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") tj1 ON tj1."Id" = t."r1" ' +
      'LEFT JOIN (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") tj2 ON tj2."Id" = t."r2" ' +
      'LEFT JOIN (SELECT * FROM "env_test"."Region" r WHERE NOT r."IsDeleted") tj3 ON tj3."Id" = tj1."RegionId" ' +
      'AND tj1."Id" IS NOT NULL',
  );
  expect(made.args.values.slice(-2)).toEqual([ONE, TWO]);
  expect([...made.names.values()]).toEqual(['r1.Name', 'r2.Name', 'r1.RegionId.Name']);
});

// Requirement: R193
it('reads with the scopes of the call, public fields aside', () => {
  const ctx = fixtureContext({ Customer: 'Own', Region: 'None' });
  const made = plan([customer(ONE, 'Name'), customer(ONE, 'OwnerId.DisplayName')], ctx);
  expect(text(made)).toContain('"Customer" r WHERE (NOT r."IsDeleted" AND r."OwnerId" =');
  expect(text(made)).toContain('"User" r WHERE NOT r."IsDeleted") tj2');
  expect(made.key).not.toBe(plan([customer(ONE, 'Name'), customer(ONE, 'OwnerId.DisplayName')]).key);
});

it('has one key for the records of one entity', () => {
  const of = (...values: readonly LookedUp[]): string => plan(values).key;
  expect(of(customer(ONE, 'Name'))).toBe(of(customer(TWO, 'Name')));
  expect(of(customer(ONE, 'Name'))).not.toBe(of(customer(ONE, 'TaxId')));
  expect(of(customer(ONE, 'Name'))).not.toBe(of(new LookedUp('Region', ONE, 'Name')));
  expect(of(customer(ONE, 'Name'), customer(TWO, 'Name'))).not.toBe(of(customer(ONE, 'Name')));
});

it('reads nothing for what is not the id of a record, and refuses unknown fields', () => {
  expect(planLookedUp(fixtureContext(), [customer(`${ONE}' OR '1'='1`, 'Name')])).toBeUndefined();
  expect(() => plan([customer(ONE, 'Nope')])).toThrow("Customer has no field 'Nope'");
});
