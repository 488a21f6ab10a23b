import type { Scope } from '#core/catalogue/scope.js';
import { DeclaredStatement, type Parameters, type Subject } from '#core/statements/statement.js';
import { type BoundRows, scopeChange } from '#access/core/previews/gained-records.sql.js';
import { filesIn } from '../project-files.js';
import { entityOf, writer } from '../../unit/records/core/inserts/write-fixture.js';
import { textOf, type Rooms } from './sql-of.js';

type Declared = DeclaredStatement<Parameters, readonly Subject[], unknown>;

const rowsOf = (open: Scope): BoundRows => ({ open, grants: [] });

const ORDER = entityOf('Order');
const relation = (parent: string, name: string) => entityOf(parent).children.get(name.toLowerCase())!;
const BOTH = [false, true];
/** Subjects of statements by their names; others follow from the definitions alone, or are about orders. */
const ABOUT: Readonly<Record<string, readonly (readonly Subject[])[]>> = {
  lockRoleRecords: [[entityOf('RoleAccess')], [entityOf('RolePermission')]],
  takeSchedules: [['Scheduled']],
  claimSchedule: [['DateBased']],
  lockChildren: BOTH.map((all) => [relation('Order', 'Lines'), all]),
  countChildren: BOTH.map((isNamed) => [relation('Customer', 'Orders'), isNamed]),
  clearLookups: BOTH.map((all) => [relation('Region', 'Tags'), all]),
  lockDeletedWith: [[relation('Order', 'Lines')]],
  followTargets: ['CustomerId', 'Id'].map((by) => [ORDER, by]),
  followTeams: [[entityOf('Customer')]],
  followRecords: [[ORDER, writer().catalogue.entity('StatusHistory')]],
  recordBulkOutcome: [[entityOf('Customer')]],
  gainedRecords: [
    [ORDER, scopeChange({ from: rowsOf('Own'), to: rowsOf('Team'), operation: 'read', hasMoved: true })],
    [ORDER, scopeChange({ from: rowsOf('Team'), to: rowsOf('None'), operation: 'delete', hasMoved: false })],
  ],
};

/** Declared statements of the sources, each with the room that declares it. */
export async function declaredStatements(): Promise<readonly (readonly [room: string, statement: Declared])[]> {
  const files = filesIn('src').filter(({ path }) => path.endsWith('.sql.ts'));
  const found = await Promise.all(
    files.map(async ({ path }) => {
      const exported = (await import(`../../../${path.replace(/\.ts$/, '.js')}`)) as Readonly<Record<string, unknown>>;
      const declared = Object.values(exported).filter((value) => value instanceof DeclaredStatement) as Declared[];
      return declared.map((statement) => [path.split('/').at(-2)!, statement] as const);
    }),
  );
  return found.flat();
}

/** Their texts, by room and by key. */
export function declaredTexts(all: readonly (readonly [string, Declared])[]): Rooms {
  const env = writer();
  const rooms: Record<string, Record<string, string>> = {};
  for (const [room, statement] of all)
    for (const about of ABOUT[statement.name] ?? (statement.subjects === 0 ? [[]] : [[ORDER]]))
      (rooms[room] ??= {})[statement.keyOf(about)] = textOf(statement.compile(env, about));
  return rooms;
}
