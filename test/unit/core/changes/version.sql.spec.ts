import { versionSql } from '#core/changes/version.sql.js';
import { list, raw, render } from '#core/sql/sql.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';

const ctx = fixtureContext();

const compiled = (...names: readonly string[]): string =>
  render(
    list(
      versionSql(
        ctx,
        names.map((name) => ctx.catalogue.entity(name)),
        raw('it_happened'),
      ),
    ),
  ).text;

const bumped = (counters: string): string =>
  `version AS (UPDATE platform.environment SET ${counters} WHERE id = '${ctx.catalogue.environment.id}'::uuid AND it_happened)`;

const PRINCIPALS = 'principals_version = principals_version + 1';
const DEFINITIONS = 'definitions_version = definitions_version + 1';

// Requirement: R161
it.each([
  ['users', ['User'], PRINCIPALS],
  ['a user with roles and teams', ['User', 'UserRole', 'TeamMember'], PRINCIPALS],
  ['what a role may do', ['RoleAccess'], DEFINITIONS],
  ['teams', ['Team'], DEFINITIONS],
  ['entities', ['Entity', 'Field'], DEFINITIONS],
  ['both', ['User', 'Role'], `${PRINCIPALS}, ${DEFINITIONS}`],
  ['a user with business data', ['User', 'Customer'], PRINCIPALS],
])('raises the version of cached definitions for a write of %s', (_, names, counters) => {
  expect(compiled(...names)).toBe(bumped(counters));
});

it.each([['Customer'], ['StatusHistory']])('raises no version for a write of %s', (name) => {
  expect(compiled(name)).toBe('');
});
