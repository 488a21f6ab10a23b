import { Definition } from '#core/catalogue/definition.js';
import type { JsonObject } from '#core/json/json.js';
import { peopleFaults, type PeopleChanges } from '#access/core/rights/people.js';
import type { RecordChange } from '#access/core/rights/reviewed-changes.js';
import type { RightsHolder } from '#access/core/rights/rights.js';

const member = (id: string, primaryTeamId: string | null = null, isAdministrator = false): RightsHolder => ({
  id,
  name: id,
  isActive: true,
  isAdministrator,
  primaryTeamId,
  roleIds: [],
  teamIds: [],
});

const change = (operation: RecordChange['operation'], old: JsonObject = {}, now: JsonObject = {}): RecordChange => ({
  entityName: 'User',
  operation,
  id: 'u',
  old: new Definition(old),
  new: new Definition(now),
});

const told = (before: RightsHolder | undefined, after: RightsHolder | undefined, more: Partial<PeopleChanges> = {}) =>
  peopleFaults({
    changes: [],
    before: new Map(before && [['u', before]]),
    after: new Map(after && [['u', after]]),
    written: ['u'],
    reach: new Set(['west']),
    taken: new Set(),
    ...more,
  }).map(({ code, message, recordId }) => `${code} ${message.split(' ').slice(4, 6).join(' ')} ${recordId}`);

it('forbids changes of an Administrator', () => {
  expect(told(member('u', null, true), member('u', null, true))).toEqual(['AdministratorRequired change the u']);
  expect(told(member('u'), member('u'))).toEqual([]);
});

it('forbids replacing a user by delete and create in one write', () => {
  const again = [change('Delete', { UserName: 'a' }), change('Create', {}, { UserName: 'b' })];
  expect(told(member('u'), member('u'), { changes: again })).toEqual(['AdministratorRequired replace users: u']);
  expect(told(member('u'), undefined, { changes: [change('Delete', { UserName: 'a' })] })).toEqual([]);
});

it('forbids a user whose Id or name identifies another one', () => {
  const changes = [change('Create', {}, { UserName: 'b' })];
  expect(told(undefined, member('u'), { changes })).toEqual([]);
  expect(told(undefined, member('u'), { changes, taken: new Set(['u']) })).toEqual([
    'AdministratorRequired create a u',
  ]);
});

it.each<[what: string, from: RightsHolder | undefined, to: string | null, mayMove: boolean]>([
  ['a new user into a team of the caller', undefined, 'west', true],
  ['a new user into another team', undefined, 'east', false],
  ['out of another team', member('u', 'east'), 'west', false],
  ['out of none', member('u'), 'west', false],
  ['into another team', member('u', 'west'), 'east', false],
  ['out of any team into none', member('u', 'east'), null, true],
  ['nowhere', member('u', 'east'), 'east', true],
])('moves %s', (_, from, to, mayMove) => {
  const changes = [change(from ? 'Update' : 'Create', {}, { PrimaryTeamId: to })];
  expect(told(from, member('u', to), { changes })).toEqual(mayMove ? [] : ['AdministratorRequired move users u']);
});
