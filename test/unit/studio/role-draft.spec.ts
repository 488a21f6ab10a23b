import { addLink, NO_LINKS, removeLink } from '../../../studio/src/features/access/links.js';
import {
  countRoleChanges,
  draftedAccess,
  EMPTY_ROLE_DRAFT,
  isSameRole,
  rebaseRole,
  roleSteps,
  setAccess,
  type StoredAccess,
  type StoredRole,
} from '../../../studio/src/features/access/role-draft.js';

const access = (entityName: string, more: Partial<StoredAccess> = {}): StoredAccess => ({
  rowId: `access-${entityName}`,
  version: 3,
  entityName,
  Create: 'None',
  Read: 'Own',
  Update: 'None',
  Delete: 'None',
  WritableFields: [],
  ...more,
});
const link = (id: string) => ({ rowId: `row-${id}`, version: 1, id, text: id });
const ROLE: StoredRole = {
  rowId: 'role',
  version: 2,
  name: 'Reader',
  description: '',
  isSystem: false,
  access: [access('Customer'), access('Order', { Update: 'Own', WritableFields: ['Note'] })],
  permissions: [link('export')],
  members: [link('nina')],
};
const byId = (Value: string) => ({ Filters: [{ FieldName: 'Id', Operator: 'EqualTo', Value }] });
const fields = (values: object) =>
  Object.entries(values).map(([FieldName, Value]: [string, unknown]) => ({ FieldName, Value }));

describe('draft of a role', () => {
  it('has no steps without changes, and forgets what is set back', () => {
    expect(roleSteps(EMPTY_ROLE_DRAFT, ROLE)).toEqual([]);
    const draft = setAccess(EMPTY_ROLE_DRAFT, ROLE, 'Customer', { Read: 'All' });
    expect(countRoleChanges(draft)).toBe(1);
    expect(setAccess(draft, ROLE, 'Customer', { Read: 'Own' })).toEqual(EMPTY_ROLE_DRAFT);
    expect(draftedAccess(draft, ROLE, 'Customer').Read).toBe('All');
  });

  it('updates what changes under the version that was seen', () => {
    const draft = setAccess(EMPTY_ROLE_DRAFT, ROLE, 'Order', { Delete: 'Own', WritableFields: [] });
    expect(roleSteps(draft, ROLE)).toEqual([
      {
        Operation: 'Update',
        EntityName: 'RoleAccess',
        Fields: fields({ Delete: 'Own', WritableFields: null }),
        WhereClause: byId('access-Order'),
        Options: { ExpectedVersion: 3 },
      },
    ]);
  });

  it('inserts the first access to an entity, and deletes one that gives nothing any more', () => {
    const draft = setAccess(setAccess(EMPTY_ROLE_DRAFT, ROLE, 'Note', { Read: 'Team' }), ROLE, 'Customer', {
      Read: 'None',
    });
    expect(roleSteps(draft, ROLE)).toEqual([
      {
        Operation: 'Insert',
        EntityName: 'RoleAccess',
        Fields: fields({ RoleId: 'role', EntityName: 'Note', Read: 'Team' }),
      },
      {
        Operation: 'Delete',
        EntityName: 'RoleAccess',
        WhereClause: byId('access-Customer'),
        Options: { ExpectedVersion: 3 },
      },
    ]);
  });

  it('adds and removes permissions and members, and renames', () => {
    const draft = {
      ...EMPTY_ROLE_DRAFT,
      name: 'Viewer',
      permissions: removeLink(NO_LINKS, 'export'),
      members: addLink(NO_LINKS, ROLE.members, { id: 'nils', text: 'Nils' }),
    };
    expect(roleSteps(draft, ROLE).map(({ Operation, EntityName }) => `${Operation} ${EntityName}`)).toEqual([
      'Update Role',
      'Delete RolePermission',
      'Insert UserRole',
    ]);
    expect(countRoleChanges(draft)).toBe(3);
  });

  it('adds nobody twice, and keeps a member who was to be removed', () => {
    const removed = removeLink(NO_LINKS, 'nina');
    expect(addLink(removed, ROLE.members, { id: 'nina', text: 'nina' })).toEqual(NO_LINKS);
    expect(addLink(NO_LINKS, ROLE.members, { id: 'nina', text: 'nina' })).toEqual(NO_LINKS);
  });

  it('keeps what does not overlap with the changes of others, and names what does', () => {
    const draft = {
      ...setAccess(EMPTY_ROLE_DRAFT, ROLE, 'Customer', { Read: 'All', Delete: 'Own' }),
      description: 'Reads',
      members: addLink(removeLink(NO_LINKS, 'nina'), ROLE.members, { id: 'nils', text: 'Nils' }),
    };
    const current: StoredRole = {
      ...ROLE,
      access: [access('Customer', { Read: 'Team', version: 4 })],
      members: [link('nils')],
    };
    expect(isSameRole(ROLE, current)).toBe(false);
    const { draft: next, dropped } = rebaseRole(draft, ROLE, current);
    expect(dropped).toEqual(['Customer Read']);
    expect(next).toEqual({
      ...EMPTY_ROLE_DRAFT,
      access: { Customer: { Delete: 'Own' } },
      description: 'Reads',
    });
  });

  it('has nothing left where others have made the same change', () => {
    const draft = setAccess(EMPTY_ROLE_DRAFT, ROLE, 'Customer', { Read: 'All' });
    const current = { ...ROLE, access: [access('Customer', { Read: 'All', version: 4 })] };
    expect(rebaseRole(draft, ROLE, current)).toEqual({ draft: EMPTY_ROLE_DRAFT, dropped: [] });
  });
});
