import { allAtOnce } from '#core/steps.js';
import { candidatesOf, triggersInForce } from '#automation/core/triggers/triggers-in-force.js';
import type { Catalogue } from '#core/catalogue/catalogue.js';
import { fixtureCatalogue } from '../../../../support/fixture-catalogue.js';
import { active, change } from './trigger-fixture.js';

const CLAUSE = { Filters: [{ FieldName: 'Name', Operator: 'EqualTo', Value: 'a' }] };
const since = new Map(Array.from({ length: 40 }, (_, i) => [`t${i}`, 10n]));

function inForce(...definitions: readonly object[]) {
  const triggers = new Map(definitions.map((each, i) => [`t${i}`, active({ Id: `t${i}`, ...each }).trigger]));
  const catalogue = { automation: { triggers }, find: (name: string) => fixtureCatalogue.find(name) };
  return triggersInForce(catalogue as unknown as Catalogue, since);
}

it('lists active triggers by the name of their entity', () => {
  const found = inForce(
    { EntityName: 'region' },
    { IsActive: false },
    { EntityName: 'Gone' },
    { EntityName: 'Customer' },
  );
  expect([...found].map(([name, { triggers }]) => [name, triggers.length])).toEqual([
    ['Region', 1],
    ['Customer', 1],
  ]);
});

it('evaluates those with conditions in groups of 16', () => {
  const { triggers, evaluated } = inForce({}, ...Array.from({ length: 20 }, () => ({ WhereClause: CLAUSE }))).get(
    'Region',
  )!;
  expect([triggers.length, ...evaluated.map((group) => group.length)]).toEqual([21, 16, 4]);
});

it('finds the triggers of each change', () => {
  const region = inForce({ TriggerEvent: 'Created' }, { TriggerEvent: 'Edited' }).get('Region')!;
  const found = allAtOnce(candidatesOf(region, [change(), change({ operation: 'Delete' })]));
  expect(found.map(({ triggers }) => triggers.map(({ trigger }) => trigger.id))).toEqual([['t1']]);
});
