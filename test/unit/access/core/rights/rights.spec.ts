import { buildCatalogue } from '#core/compile/build-catalogue.js';
import { NO_DEFINITIONS } from '#core/catalogue/definition.js';
import type { JsonObject } from '#core/json/json.js';
import {
  beyond,
  rightsOf,
  rightsOfRole,
  type RightsHolder,
  type EffectiveRights,
  type Rulebook,
} from '#access/core/rights/rights.js';
import { fixtureCatalogue } from '../../../../support/fixture-catalogue.js';

type Scopes = JsonObject;

/** A role per entry; teams: `west` is below `sales`. */
function rulebook(roles: Readonly<Record<string, Scopes>>, asked: readonly string[] = []): Rulebook {
  const names = Object.keys(roles);
  const catalogue = buildCatalogue(fixtureCatalogue.environment, '1', {
    ...NO_DEFINITIONS,
    entities: [{ EntityName: 'Customer', Fields: [] }],
    roles: names.map((Name) => ({ Id: Name, Name, Permissions: Name === 'clerk' ? ['Pay'] : [] })),
    roleAccess: names.map((Role) => ({ Role, EntityName: 'Customer', ...roles[Role] })),
    teams: [
      { Id: 'sales', Name: 'sales' },
      { Id: 'west', Name: 'west', ParentTeam: 'sales' },
      { Id: 'money', Name: 'money' },
    ],
  });
  return {
    catalogue,
    asked: { names: new Set(asked), anyRole: false, anyTeam: false, teamRoles: new Set(['holder']) },
  };
}

const member = (
  roleIds: readonly string[],
  teamIds: readonly string[] = [],
  more: Partial<RightsHolder> = {},
): RightsHolder => ({
  id: 'u',
  name: 'U.Ser',
  isActive: true,
  isAdministrator: false,
  primaryTeamId: null,
  roleIds,
  teamIds,
  ...more,
});

const BOOK = rulebook(
  {
    own: { Read: 'Own' },
    team: { Read: 'Team' },
    all: { Read: 'All' },
    names: { Update: 'All', WritableFields: ['Name'] },
    cities: { Update: 'Own', WritableFields: ['City'] },
    fields: { Update: 'Own' },
    clerk: {},
    boss: {},
    holder: {},
  },
  ['boss', 'money', 'asked.user'],
);

const ASKING_WEST = rulebook({}, ['west']);

const rights = (...who: Parameters<typeof member>): EffectiveRights => rightsOf(BOOK, member(...who));
const NOBODY = rightsOf(BOOK, undefined);

it.each<
  [what: string, before: EffectiveRights, after: EffectiveRights, granter: EffectiveRights, found: string | undefined]
>([
  ['nothing', NOBODY, rights([]), rights([]), undefined],
  ['a scope of the granter', NOBODY, rights(['own']), rights(['own']), undefined],
  ['a narrower scope', NOBODY, rights(['own']), rights(['all']), undefined],
  ['a wider scope', NOBODY, rights(['all']), rights(['own']), 'a scope'],
  ['a scope that was there', rights(['all']), rights(['all', 'own']), rights([]), undefined],
  ['Team scope in a team of the granter', NOBODY, rights(['team'], ['west']), rights(['team'], ['sales']), undefined],
  [
    'Team scope in another team',
    rights([], ['money']),
    rights(['team'], ['money']),
    rights(['team'], ['sales']),
    'a scope',
  ],
  [
    'a team of the granter for Team scope',
    rights(['team']),
    rights(['team'], ['west']),
    rights(['own'], ['west']),
    'a scope',
  ],
  [
    'a team for Team scope where the granter has All',
    rights(['team']),
    rights(['team'], ['west']),
    rights(['all'], ['west']),
    undefined,
  ],
  ['a team', rights([]), rights([], ['sales']), rights([], ['west']), 'a team'],
  ['fields of the granter', NOBODY, rights(['names']), rights(['names']), undefined],
  ['all fields', NOBODY, rights(['fields']), rights(['names']), 'a scope'],
  ['other fields', NOBODY, rights(['cities']), rights(['names']), 'a scope'],
  ['the fields of both, on fewer records', NOBODY, rights(['cities']), rights(['names', 'cities']), undefined],
  ['a permission', NOBODY, rights(['clerk']), rights([]), 'a permission'],
  ['a permission of the granter', NOBODY, rights(['clerk']), rights(['clerk']), undefined],
  ['a role that is asked for', NOBODY, rights(['boss']), rights([]), 'a role that definitions ask for'],
  ['a role of the granter that is asked for', NOBODY, rights(['boss']), rights(['boss']), undefined],
  ['a team that is asked for', NOBODY, rights([], ['money']), rights([], ['money']), undefined],
  [
    'a team below that of the granter, that is asked for',
    NOBODY,
    rightsOf(ASKING_WEST, member([], ['west'])),
    rightsOf(ASKING_WEST, member([], ['sales'])),
    'a team that definitions ask for',
  ],
  [
    'a name that is asked for',
    NOBODY,
    rights([], [], { name: 'Asked.User' }),
    rights([]),
    'a name that definitions ask for',
  ],
  [
    'a role for records of teams',
    rights([], ['west']),
    rights(['holder'], ['west']),
    rights(['holder'], ['sales']),
    undefined,
  ],
  [
    'a role for records of other teams',
    rights(['holder']),
    rights(['holder'], ['west']),
    rights([], ['sales']),
    'a team',
  ],
  ['all rights', NOBODY, rights([], [], { isAdministrator: true }), rights(['all']), 'the role Administrator'],
  [
    'nothing more',
    rights([], [], { isAdministrator: true }),
    rights(['all'], [], { isAdministrator: true }),
    NOBODY,
    undefined,
  ],
  ['the rights of an inactive user', rights(['all'], [], { isActive: false }), rights(['all']), rights([]), 'a scope'],
])('judges a grant: %s', (_, before, after, granter, found) => {
  expect(beyond({ before, after, granter })).toBe(found);
});

it('reads what a role grants, whoever has it', () => {
  const role = (id: string): EffectiveRights => rightsOfRole(BOOK, id);
  expect(role('all').access.get('Customer')).toMatchObject({ read: 'All', update: 'None' });
  expect([[...role('clerk').permissions], [...role('boss').askedRoles]]).toEqual([['Pay'], ['boss']]);
  expect(role('unknown')).toMatchObject({ access: new Map(), permissions: new Set() });
});
