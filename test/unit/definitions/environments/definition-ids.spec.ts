import { DefinitionIds } from '#definitions/environments/definition-ids.js';
import { uuidV5 } from '#platform/process/ids/uuid-v5.js';
import { demoEnvironment } from '../apply/demo-file.js';

const GIVEN = 'E0000000-0000-4000-8000-00000000000A';
const [given, derived] = ['Northgate/OrderToCash/Development', 'Southbay/OrderToCash/Development'].map(demoEnvironment);

it.each([
  ['its own, lower-case', given, { Id: GIVEN }, GIVEN.toLowerCase()],
  ['derived from its own', derived, { Id: GIVEN }, uuidV5(derived.environment.id, GIVEN.toLowerCase())],
  ['derived from its kind and key', given, {}, uuidV5(given.environment.id, 'Role/Sales')],
  ['derived from its kind and key', derived, { Id: null }, uuidV5(derived.environment.id, 'Role/Sales')],
])('uses an id that is %s (case %#)', (_, wanted, json, id) => {
  const ids = new DefinitionIds(wanted);
  expect([ids.assign('Role', 'Sales', json), ids.find('Role', 'Sales')]).toEqual([id, id]);
});

it('finds by kind and key, and nothing without a key', () => {
  const ids = new DefinitionIds(given);
  ids.keep('User', 'ann', 'id-1');
  expect([ids.find('User', 'ann'), ids.find('Role', 'ann'), ids.find('User', undefined)]).toEqual([
    'id-1',
    undefined,
    undefined,
  ]);
});
