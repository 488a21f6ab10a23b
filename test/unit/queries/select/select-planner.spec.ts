import type { RequestContext } from '#core/context/context.js';
import { Catalogue } from '#core/catalogue/catalogue.js';
import type { Scope } from '#core/catalogue/scope.js';
import { SelectPlanner } from '#queries/select/select-planner.service.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';

const own = fixtureContext({ Customer: 'Own' });
const byName = (Value: string, more: object = {}): string =>
  JSON.stringify({
    EntityName: 'Customer',
    WhereClause: { Filters: [{ FieldName: 'Name', Operator: 3, Value }] },
    ...more,
  });

/** Plans a body with one value, then the same with another one. @returns plans and whether the second was remembered */
async function planTwice(planner: SelectPlanner, first: RequestContext, second = first) {
  const one = await planner.plan(first, byName('a'));
  const other = await planner.plan(second, byName('b'));
  return { one, other, isRemembered: one.plan.where === other.plan.where };
}

describe('SelectPlanner', () => {
  it('remembers a plan for other values', async () => {
    const { one, other, isRemembered } = await planTwice(new SelectPlanner(), own);
    expect(isRemembered).toBe(true);
    expect(other.plan.key).toBe(one.plan.key);
    expect([one.plan.args.values.at(-1), other.plan.args.values.at(-1)]).toEqual(['a', 'b']);
  });

  it('shares plans of users with the same rights, each with their own values', async () => {
    const userId = '00000000-0000-7000-8000-00000000000f';
    const colleague = fixtureContext({ Customer: 'Own' });
    const { other, isRemembered } = await planTwice(new SelectPlanner(), own, {
      ...colleague,
      principal: { ...colleague.principal, userId },
    });
    expect(isRemembered).toBe(true);
    expect(other.plan.args.values[0]).toBe(userId);
    expect(other.plan.reader).toMatchObject({ ctx: { principal: { userId } } });
  });

  it.each<[string, Readonly<Record<string, Scope>> | undefined]>([
    ['scope', { Customer: 'Team' }],
    ['rights on other entities', { Customer: 'Own', Order: 'All' }],
    ['full rights', undefined],
  ])('shares nothing with users of another %s', async (_, scopes) => {
    const { one, other, isRemembered } = await planTwice(new SelectPlanner(), own, fixtureContext(scopes));
    expect(isRemembered).toBe(false);
    expect(other.plan.key).not.toBe(one.plan.key);
  });

  it('refuses a user without access whatever others have asked', async () => {
    const planner = new SelectPlanner();
    await planner.plan(own, byName('a'));
    await expect(planner.plan(fixtureContext({ Order: 'Own' }), byName('a'))).rejects.toThrow(
      /no read access to Customer/,
    );
  });

  it('forgets with the definitions', async () => {
    const { environment, entities, access, organisation } = own.catalogue;
    const catalogue = new Catalogue(environment, '2', { entities, access, organisation });
    expect((await planTwice(new SelectPlanner(), own, { ...own, catalogue })).isRemembered).toBe(false);
  });

  it('logs ignored members each time, and refuses them each time from a strict caller', async () => {
    const planner = new SelectPlanner();
    const strict = { ...own, preferences: { ...own.preferences, strict: true } };
    const odd = byName('a', { Odd: null });
    const line = ["Unknown member 'Odd' was ignored."];
    expect([(await planner.plan(own, odd)).log, (await planner.plan(own, odd)).log]).toEqual([line, line]);
    await expect(planner.plan(strict, odd)).rejects.toThrow("Unknown member 'Odd'.");
  });

  it('keeps several pages of a query apart', async () => {
    const planner = new SelectPlanner();
    const page = async (PageNumber: number, name: string): Promise<unknown> =>
      (await planner.plan(own, byName(name, { Pager: { PageNumber, PageSize: 5 } }))).plan.args.values;
    for (const name of ['a', 'b']) for (const number of [1, 2, 3]) await page(number, name);
    expect(await page(2, 'c')).toEqual(expect.arrayContaining(['c', '5']));
    expect(await page(3, 'd')).toEqual(expect.arrayContaining(['d', '10']));
  });

  it('reports malformed bodies and missing ones as before', async () => {
    const planner = new SelectPlanner();
    await planner.plan(own, byName('a'));
    await expect(planner.plan(own, byName('a').slice(0, -1))).rejects.toThrow(/Malformed JSON/);
    await expect(planner.plan(own, byName('a').replace('"a"', '"\n"'))).rejects.toThrow(/control character/);
    await expect(planner.plan(own, undefined)).rejects.toThrow('The body must be an object');
  });
});
