import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { IdentityMapping } from '#core/catalogue/identity-mapping.js';
import { mappedAccess } from '#access/core/mappings/mapped-access.js';

const ROLES = [
  { id: 'admin', name: 'Administrator', isSystem: true },
  ...Array.from({ length: 100 }, (_, i) => ({ id: `r${i}`, name: `Role ${i}`, isSystem: false })),
];

const catalogueWith = (...mappings: readonly IdentityMapping[]): Catalogue =>
  ({
    identityMappings: mappings,
    organisation: {
      roles: new Map(ROLES.map((role) => [role.id, role])),
      teams: new Map([['t1', { id: 't1', name: 'Team', parentTeamId: null }]]),
    },
  }) as unknown as Catalogue;

const mapping = (name: string, more: Partial<IdentityMapping> & { readonly role?: string } = {}): IdentityMapping => ({
  id: `id of ${name}`,
  name,
  issuer: undefined,
  claim: 'groups',
  value: name,
  target: { kind: 'Role', id: more.role ?? 'r1' },
  allowsAdministrator: false,
  ...more,
});

const follow = (catalogue: Catalogue, claims: Record<string, unknown>, issuer = 'https://a.example') =>
  mappedAccess(catalogue, { issuer, claims }).map(
    ({ mapping: { name, target }, isGiven }) => `${isGiven ? '+' : '-'}${target.id} by ${name}`,
  );

describe('mappedAccess', () => {
  it('gives by the first mapping that matches, and takes what none gives', () => {
    const catalogue = catalogueWith(mapping('a'), mapping('b'), mapping('c', { role: 'r2' }));
    expect(follow(catalogue, { groups: ['b', 'a'] })).toEqual(['+r1 by a', '-r2 by c']);
    expect(follow(catalogue, { groups: ['b'] })).toEqual(['+r1 by b', '-r2 by c']);
    expect(follow(catalogue, { groups: [] })).toEqual(['-r1 by a', '-r2 by c']);
  });

  it('leaves a role alone while a claim that could give it is absent', () => {
    const catalogue = catalogueWith(mapping('a'), mapping('b', { claim: 'roles' }));
    expect(follow(catalogue, { groups: [] })).toEqual([]);
    expect(follow(catalogue, { groups: ['a'] })).toEqual(['+r1 by a']);
    expect(follow(catalogue, { groups: [], roles: [] })).toEqual(['-r1 by a']);
  });

  it('reads mappings of the issuer, and of any', () => {
    const catalogue = catalogueWith(mapping('a', { issuer: 'https://a.example' }), mapping('b', { role: 'r2' }));
    expect(follow(catalogue, { groups: ['a', 'b'] }, 'https://b.example')).toEqual(['+r2 by b']);
    expect(follow(catalogue, { groups: ['a', 'b'] })).toEqual(['+r1 by a', '+r2 by b']);
  });

  it('passes over roles and teams that are gone, and Administrator unless it is allowed', () => {
    const to = (kind: 'Role' | 'Team', id: string, allowsAdministrator = false) =>
      mapping('a', { target: { kind, id }, allowsAdministrator });
    const groups = ['a'];
    expect(follow(catalogueWith(to('Role', 'gone'), to('Team', 'gone'), to('Role', 'admin')), { groups })).toEqual([]);
    expect(follow(catalogueWith(to('Role', 'admin'), to('Role', 'admin')), { groups: [] })).toEqual([]);
    expect(follow(catalogueWith(to('Role', 'admin', true), to('Team', 't1')), { groups })).toEqual([
      '+admin by a',
      '+t1 by a',
    ]);
  });

  it('reads 10,000 groups once, for 5,000 mappings', () => {
    let reads = 0;
    const list = new Proxy(
      Array.from({ length: 10_000 }, (_, i) => `group ${i}`),
      { get: (target, name) => (typeof name === 'string' && /^\d+$/.test(name) && reads++, Reflect.get(target, name)) },
    );
    const mappings = Array.from({ length: 5_000 }, (_, i) =>
      mapping(`group ${i * 3}`, { id: `m${i}`, role: `r${i % 100}` }),
    );
    expect(follow(catalogueWith(...mappings), { groups: list })).toHaveLength(100);
    expect(reads).toBeLessThanOrEqual(20_000);
  });

  it('names all claims that a token leaves out', () => {
    const catalogue = catalogueWith(mapping('a'), mapping('b', { claim: 'roles' }), mapping('c', { claim: 'other' }));
    const claims = { _claim_names: { groups: 'src1', roles: 'src1', unused: 'src1' }, other: [] };
    expect(() => follow(catalogue, claims)).toThrow('groups, roles');
    expect(follow(catalogueWith(mapping('c', { claim: 'other' })), claims)).toEqual(['-r1 by c']);
  });
});
