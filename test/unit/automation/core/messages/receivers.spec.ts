import { receiversOf } from '#automation/core/messages/receivers.js';
import { fixtureContext } from '../../../../support/fixture-catalogue.js';

const role = { id: 'aaaaaaaa-0000-4000-8000-000000000001', name: 'Clerk', isAdministrator: false, permissions: [] };
const organisation = { roles: new Map([[role.id, role]]), teams: new Map() };
const { catalogue, ...caller } = fixtureContext();
const ctx = { ...caller, catalogue: Object.assign(Object.create(catalogue) as typeof catalogue, { organisation }) };

// Requirement: R191
it('reads users, roles and teams by name or id, one or several, in any letter case', () => {
  expect(receiversOf(ctx, { ToUser: ['Ann', 'BEN'] })).toEqual({ users: ['ann', 'ben'], roleIds: [], teamIds: [] });
  expect(receiversOf(ctx, { ToRole: role.name.toUpperCase() }).roleIds).toEqual([role.id]);
  expect(receiversOf(ctx, { ToRole: role.id.toUpperCase() }).roleIds).toEqual([role.id]);
});

it('takes a value that is not there for nobody', () => {
  const nobody = { users: [], roleIds: [], teamIds: [] };
  expect(receiversOf(ctx, { ToUser: null, ToRole: '', ToTeam: [null] })).toEqual(nobody);
});

// Requirement: R191
it.each(['ToRole', 'ToTeam'])('refuses an unknown name and an unknown id in %s', (member) => {
  for (const name of ['Nope\ud800', '00000000-0000-4000-8000-000000000009'])
    expect(() => receiversOf(ctx, { [member]: name })).toThrow(`${member} names '${name.toWellFormed()}'`);
});
