import { readFileSync } from 'node:fs';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { MIGRATIONS } from '#migrations/index.js';
import { breakingChanges } from './breaking-changes.js';

/** SQL that a migration would run. */
async function sqlOf(migration: MigrationInterface): Promise<string> {
  const texts: string[] = [];
  const recorder = { query: async (text: string) => void texts.push(text) };
  await migration.up(recorder as unknown as QueryRunner);
  return texts.join(';\n');
}

interface Exception {
  readonly changes: readonly string[];
  /** Why nodes of the version before serve on, or `stop` where they do not; docs/upgrades.md names these. */
  readonly reason: string;
}

/** Breaking changes by migration. */
const EXCEPTIONS: Readonly<Record<string, Exception>> = {
  ChangePosition1765000008000: {
    changes: ['CREATE INDEX change_by_position ON platform.change'],
    reason: 'a BRIN is made in a few seconds; writes wait for it',
  },
  CommandFinished1765000010000: {
    changes: ['CREATE INDEX command_finished ON platform.command'],
    reason: 'the table holds the slow writes of a day at most',
  },
  LogWords1765000020000: {
    changes: ['DROP CONSTRAINT change_operation', 'DROP CONSTRAINT operation_kind', 'DROP CONSTRAINT operation_status'],
    reason: 'allows more than before',
  },
  RoutineCall1765000021000: {
    changes: ['ADD COLUMN follow text NOT NULL', 'ADD COLUMN args json NOT NULL'],
    reason: 'stop',
  },
  LeanLog1765000032000: {
    changes: ['DROP INDEX platform.change_record', 'CREATE INDEX change_record ON platform.change'],
    reason: 'stop',
  },
  ManyEnvironments1765000033000: {
    changes: ['DELETE FROM platform.schedule'],
    reason: 'nodes of the version before put these rows back at their next start',
  },
  AuditIndexes1765000034000: {
    changes: ['time', 'entity', 'user'].map((each) => `CREATE INDEX change_default_${each} ON platform.change_default`),
    reason: 'the default partition is empty',
  },
  ProtectedRoutines1765000079000: {
    changes: ['DROP CONSTRAINT object_access_kind', 'ADD CONSTRAINT object_access_kind'],
    reason: 'allows more than before; the table has a few rows for each environment with routines',
  },
  EnvironmentState1765000072000: {
    changes: ['DROP COLUMN shard_id', 'DROP TABLE platform.shard'],
    reason: 'no node has read the table or the column',
  },
};

it.each(MIGRATIONS.map((each) => [each.name, new each()] as const))('%s adds only', async (name, migration) => {
  expect(breakingChanges(await sqlOf(migration))).toEqual(EXCEPTIONS[name]?.changes ?? []);
});

it('docs/upgrades.md names the migrations for which nodes must be stopped', () => {
  const stops = MIGRATIONS.map(({ name }) => name).filter((name) => EXCEPTIONS[name]?.reason === 'stop');
  const page = readFileSync('docs/upgrades.md', 'utf8');
  expect(stops.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

it.each([
  ['ALTER TABLE platform.run DROP COLUMN node, DROP tries', ['DROP COLUMN node', 'DROP tries']],
  [
    'ALTER TABLE platform.run RENAME COLUMN node TO process',
    ['ALTER TABLE platform.run RENAME COLUMN node TO process'],
  ],
  ['ALTER TABLE platform.run ALTER COLUMN node TYPE text', ['ALTER COLUMN node TYPE text']],
  ['ALTER TABLE platform.run ALTER COLUMN node SET NOT NULL', ['ALTER COLUMN node SET NOT NULL']],
  [
    'ALTER TABLE platform.run ADD COLUMN host text COLLATE "C" NOT NULL, ADD b int',
    ['ADD COLUMN host text COLLATE "C" NOT NULL'],
  ],
  ["ALTER TABLE platform.run ADD host text NOT NULL DEFAULT 'x', ADD b boolean NOT NULL DEFAULT true", []],
  ['ALTER TABLE platform.run ADD CONSTRAINT run_tries CHECK (tries > 0)', ['ADD CONSTRAINT run_tries']],
  ['UPDATE platform.run SET tries = 0', ['UPDATE platform.run']],
  [
    "CREATE TABLE platform.a (id int NOT NULL); CREATE INDEX a_id ON platform.a (id); COMMENT ON TABLE platform.a IS 'DROP TABLE b;'",
    [],
  ],
  ['CREATE INDEX run_node ON platform.run (node)', ['CREATE INDEX run_node ON platform.run']],
])('finds what breaks in %s', (sql, found) => {
  expect(breakingChanges(sql)).toEqual(found);
});
