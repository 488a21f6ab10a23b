import { claimOf, isClaimTooLong, textsOf } from '#access/core/mappings/claim-values.js';

describe('claimOf', () => {
  it.each<[string, object, unknown]>([
    ['groups', { groups: ['a'] }, ['a']],
    ['https://acme.example/roles', { 'https://acme.example/roles': 'a' }, 'a'],
    ['realm_access.roles', { realm_access: { roles: ['a'] } }, ['a']],
    ['realm_access.roles', { 'realm_access.roles': 'exact', realm_access: { roles: 'path' } }, 'exact'],
    ['resource_access.orders.web.roles', { resource_access: { 'orders.web': { roles: 'a' } } }, 'a'],
    ['resource_access.orders.web.roles', { resource_access: { orders: {}, 'orders.web': { roles: 'a' } } }, 'a'],
    ['resource_access.orders.roles', { resource_access: { 'orders.web': { roles: 'a' } } }, undefined],
    ['groups.0', { groups: ['a'] }, undefined],
    ['constructor.name', {}, undefined],
    ['__proto__.polluted', JSON.parse('{"__proto__": {"polluted": "own"}}') as object, 'own'],
    ['toString', {}, undefined],
    ['.a', { '': { a: 'x' } }, undefined],
    ['a..b', { a: { '.b': 'x' } }, 'x'],
  ])('finds %s in %j', (name, claims, value) => {
    expect(claimOf(claims as Record<string, unknown>, name)).toEqual(value);
  });

  it('reads a path of 255 characters in a token that has most of it', () => {
    const name = `${'a.'.repeat(127)}b`;
    let claims: Record<string, unknown> = {};
    for (let i = 0; i < 100; i++) claims = { a: claims, 'a.a': claims };
    expect(claimOf(claims, name)).toBeUndefined();
  });
});

describe('textsOf', () => {
  it.each<[unknown, readonly string[] | undefined]>([
    [
      ['a', 'b', 'a'],
      ['a', 'b'],
    ],
    [[], []],
    ['a', ['a']],
    ['', ['']],
    [['a', 1, null, ['b'], { c: 1 }], ['a']],
    [1, undefined],
    [true, undefined],
    [null, undefined],
    [{ a: 'b' }, undefined],
    [undefined, undefined],
  ])('reads %j', (value, texts) => {
    const found = textsOf({ claim: value }, 'claim');
    expect(found && [...found]).toEqual(texts);
  });
});

describe('isClaimTooLong', () => {
  it.each<[object, string, boolean]>([
    [{ _claim_names: { groups: 'src1' } }, 'groups', true],
    [{ _claim_names: { groups: 'src1' }, groups: ['a'] }, 'groups', true],
    [{ _claim_names: { groups: 'src1' } }, 'roles', false],
    [{ _claim_names: { realm_access: 'src1' } }, 'realm_access.roles', true],
    [{ _claim_names: 'groups' }, 'groups', false],
    [{ hasgroups: true }, 'groups', true],
    [{ hasgroups: 'true' }, 'groups', true],
    [{ hasgroups: true, groups: [] }, 'groups', false],
    [{ hasgroups: true }, 'roles', false],
    [{}, 'groups', false],
  ])('%j, %s: %s', (claims, name, expected) => {
    expect(isClaimTooLong(claims as Record<string, unknown>, name)).toBe(expected);
  });
});
