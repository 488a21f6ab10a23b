import { Catalogue } from '#core/catalogue/catalogue.js';
import { fixtureCatalogue } from '../../../support/fixture-catalogue.js';

function withTeams(parents: Readonly<Record<string, string | null>>): Catalogue {
  const teams = Object.entries(parents).map(([id, parentTeamId]) => [id, { id, name: id, parentTeamId }] as const);
  const { environment, entities, access } = fixtureCatalogue;
  return new Catalogue(environment, '1', {
    entities,
    access,
    organisation: { roles: new Map(), teams: new Map(teams) },
  });
}

// Requirement: R79
describe('the reach of teams', () => {
  const tree = { north: null, east: 'north', far: 'east', west: 'north', south: null };

  it.each<[string[], string[]]>([
    [['north'], ['north', 'east', 'west', 'far']],
    [
      ['east', 'south'],
      ['east', 'south', 'far'],
    ],
    [['far'], ['far']],
    [[], []],
  ])('of %j is %j', (teams, reach) => {
    expect([...withTeams(tree).reach(teams)].toSorted()).toEqual(reach.toSorted());
  });

  it('does not depend on the order of teams', () => {
    const reversed = Object.fromEntries(Object.entries(tree).toReversed());
    expect([...withTeams(reversed).reach(['north'])].toSorted()).toEqual(['east', 'far', 'north', 'west']);
  });

  it.each([
    ['two teams', { a: 'b', b: 'a' }],
    ['a team of itself', { a: 'a', b: 'a' }],
  ])('ends at a cycle of %s', (_, parents) => {
    expect([...withTeams(parents).reach(['a'])].toSorted()).toEqual(['a', 'b']);
  });
});

// Requirement: R137
it('finds entities in any letter case, and suggests a name otherwise', () => {
  expect(fixtureCatalogue.entity('cusTOMER').name).toBe('Customer');
  expect(fixtureCatalogue.find('Nothing')).toBeUndefined();
  expect(() => fixtureCatalogue.entity('Custmer')).toThrow(
    expect.objectContaining({
      code: 'UnknownEntity',
      message: "There is no entity 'Custmer'. Did you mean 'Customer'?",
    }),
  );
});
