import type { JsonText } from '#core/json/json.js';
import { AccessController } from '#access/roles/access.controller.js';
import { AskedUsers } from '#access/users/asked-users.service.js';
import type { Directory } from '#platform/catalogue/directory.js';
import type { Reply } from '#platform/http/reply.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';

const access = (query: Readonly<Record<string, unknown>>, ctx = fixtureContext({ Customer: 'Team' })) =>
  (new AccessController(new AskedUsers({} as Directory)).access(ctx, query) as Reply).parts;
const row = (EntityName: string, Create: string, Read: string, Update: string, Delete: string) => ({
  EntityName,
  Create,
  Read,
  Update,
  Delete,
});

// Requirement: R155
it('answers one entity, named in any letter case, by a parameter in any letter case', () => {
  const expected = [row('Customer', 'None', 'Team', 'None', 'None')];
  expect(access({ entityName: 'customer' })).toMatchObject({ result: expected, totalRecords: 1 });
  expect(access({ ENTITYNAME: 'CUSTOMER' })).toMatchObject({ result: expected });
});

// See docs/interface/access.md#effective-access
it.each([[{}], [{ entityName: '' }]])(
  'answers every entity without a name (%j), None and built-in ones included',
  (query) => {
    const ctx = fixtureContext({ Customer: 'Team' });
    const { text } = access(query, ctx).result as JsonText;
    const result = JSON.parse(text) as readonly { readonly EntityName: string }[];
    expect(result.map(({ EntityName }) => EntityName)).toEqual(
      [...ctx.catalogue.entities.values()].map(({ name }) => name),
    );
    expect(result).toContainEqual(row('Order', 'None', 'None', 'None', 'None'));
    expect(result).toContainEqual(row('Trigger', 'None', 'None', 'None', 'None'));
  },
);

it('gives an Administrator All', () => {
  expect(access({ entityName: 'Order' }, fixtureContext())).toMatchObject({
    result: [row('Order', 'All', 'All', 'All', 'All')],
  });
});

it('refuses an unknown entity', () => {
  expect(() => access({ entityName: 'Nix' })).toThrow(expect.objectContaining({ code: 'UnknownEntity' }));
});
