import { resolveIncludeTarget } from '#queries/core/select/include-target.js';
import { fixtureCatalogue, fixtureEntity } from '../../../../support/fixture-catalogue.js';

const related = (entity: string, name: string) => resolveIncludeTarget(fixtureCatalogue, fixtureEntity(entity), name);

// See docs/interface/queries.md#includes
it.each([
  ['Customer', 'orders', { name: 'Orders', entity: { name: 'Order' }, link: { kind: 'children' } }],
  ['Customer', 'ORDER', { name: 'Order', entity: { name: 'Order' }, link: { kind: 'children' } }],
  ['Customer', 'regionid', { name: 'RegionId', entity: { name: 'Region' }, link: { kind: 'target' } }],
  ['Order', 'Orders', { name: 'Orders', entity: { name: 'Customer' }, link: { kind: 'target' } }],
  [
    'Region',
    'RegionParentId',
    { entity: { name: 'Region' }, link: { kind: 'children', lookup: { name: 'ParentId' } } },
  ],
  ['Customer', 'OwnerId', { name: 'OwnerId', entity: { name: 'User' }, link: { kind: 'target' } }],
])('finds %s’s include %s', (entity, name, expected) => {
  expect(related(entity, name)).toMatchObject(expected);
});

it.each([
  ['Customer', 'Order5', /no relation, child entity or lookup 'Order5'. Did you mean 'Orders?'/],
  ['Customer', 'Name', /no relation/],
  ['User', 'Role', /no relation/],
])('of %s refuses the include %s', (entity, name, message) => {
  expect(related(entity, name)).toMatchObject({ code: 'UnknownField', message: expect.stringMatching(message) });
});
