import type { Change, Ownership } from '#core/changes/change.js';
import { SCOPES, type Scope } from '#core/catalogue/scope.js';
import { audiencesOf, groupsOf, operationFor } from '#hub/core/audience.js';
import { fixtureContext, fixtureEntity } from '../../../support/fixture-catalogue.js';

const ME = 'me';
const principal = { ...fixtureContext().principal, userId: ME, reachTeamIds: ['mine', 'below'] };
const groups = (scope: Scope): ReadonlySet<string> =>
  new Set(groupsOf('env', fixtureEntity('Customer'), scope, principal));

const mine: Ownership = { ownerId: ME, teamId: 'elsewhere' };
const ofMyTeam: Ownership = { ownerId: 'other', teamId: 'below' };
const foreign: Ownership = { ownerId: 'other', teamId: 'elsewhere' };
const nobodys: Ownership = { ownerId: null, teamId: null };
const SEEN_BY: ReadonlyMap<Ownership, readonly Scope[]> = new Map([
  [mine, ['Own', 'Team', 'All']],
  [ofMyTeam, ['Team', 'All']],
  [foreign, ['All']],
  [nobodys, ['All']],
]);
const OWNERSHIPS = [...SEEN_BY.keys()];

const change = (operation: Change['operation'], before?: Ownership, after?: Ownership): Change => ({
  environmentId: 'env',
  entityName: 'Customer',
  operation,
  recordId: 'record',
  recordInformationId: 'information',
  rowVersion: '2',
  changedFields: ['Name'],
  before,
  after,
  userId: 'writer',
  correlationId: 'call',
  source: null,
  occurredAt: '2026-01-01T00:00:00Z',
});

const sees = (scope: Scope, ownership: Ownership | undefined): boolean =>
  ownership !== undefined && SEEN_BY.get(ownership)!.includes(scope);

// Requirement: R206
it.each(SCOPES)('with read scope %s includes readers of the record after or before an update', (scope) => {
  for (const before of OWNERSHIPS)
    for (const after of OWNERSHIPS) {
      const expected = sees(scope, after) ? 'Update' : sees(scope, before) ? 'Removed' : undefined;
      expect(operationFor(change('Update', before, after), groups(scope), [])).toBe(expected);
    }
});

// Requirement: R206
it.each(SCOPES)('with read scope %s includes readers of a created or deleted record', (scope) => {
  for (const ownership of OWNERSHIPS) {
    const [create, remove] = [change('Create', undefined, ownership), change('Delete', ownership)];
    expect(operationFor(create, groups(scope), [])).toBe(sees(scope, ownership) ? 'Create' : undefined);
    expect(operationFor(remove, groups(scope), [])).toBe(sees(scope, ownership) ? 'Delete' : undefined);
  }
});

it('excludes every user for a purge, but not for other changes of its transaction', () => {
  const all = groups('All');
  expect(audiencesOf({ ...change('Delete', mine), source: 'Purge' }, [])).toEqual([]);
  expect(operationFor({ ...change('Delete', mine), source: 'Purge' }, all, [])).toBeUndefined();
  expect(operationFor({ ...change('Update', mine, mine), source: 'Purge' }, all, [])).toBe('Update');
});

it('excludes other entities and environments, and duplicates', () => {
  const all = groups('All');
  expect(operationFor({ ...change('Create', undefined, mine), entityName: 'Order' }, all, [])).toBeUndefined();
  expect(operationFor({ ...change('Create', undefined, mine), environmentId: 'other' }, all, [])).toBeUndefined();
  expect(audiencesOf(change('Update', mine, mine), [])).toHaveLength(1);
  const moved = audiencesOf(change('Update', mine, ofMyTeam), []);
  expect(moved.map(({ operation }) => operation)).toEqual(['Update', 'Removed']);
  expect(moved[1].others).toEqual(moved[0].groups);
});
