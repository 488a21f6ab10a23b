import pg from 'pg';
import type { Query } from '#platform/database/platform-database.js';
import { type LocatedEnvironment, tablesOf, withShortLocks } from './freeze.js';

const EVENTS = { Insert: 'NEW', Update: 'NEW', Delete: 'OLD' } as const;

const nameOf = (event: string): string => `platform_note_${event.toLowerCase()}`;

/**
 * Lets triggers note the records that any statement writes from now on: of the service, of routines and of the operator.
 * Making them waits for open writers, so that what is not noted is visible. Emptying a table is refused, since it names no
 * records.
 * @throws {MoveHeldUp}
 */
export async function noteRecords(query: Query, environment: LocatedEnvironment): Promise<void> {
  const id = pg.escapeLiteral(environment.id);
  for (const { table } of await tablesOf(query, environment))
    await withShortLocks(query, async () => {
      for (const [event, rows] of Object.entries(EVENTS))
        await query(
          `CREATE OR REPLACE TRIGGER ${nameOf(event)} AFTER ${event} ON ${table}
           REFERENCING ${rows} TABLE AS ${rows.toLowerCase()}_rows
           FOR EACH STATEMENT EXECUTE FUNCTION platform.note_records(${id})`,
        );
      await query(
        `CREATE OR REPLACE TRIGGER ${nameOf('truncate')} BEFORE TRUNCATE ON ${table}
         FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_write()`,
      );
    });
}

/** Drops these triggers, and what they have noted. @throws {MoveHeldUp} */
export async function stopNoting(query: Query, environment: LocatedEnvironment): Promise<void> {
  const noting = await query<{ table: string; triggers: string[] }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS table, array_agg(t.tgname::text) AS triggers
     FROM pg_trigger t
     JOIN pg_class c ON c.oid = t.tgrelid
     JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = $1 AND starts_with(t.tgname, 'platform_note_')
     GROUP BY 1`,
    [environment.schema],
  );
  for (const { table, triggers } of noting)
    await withShortLocks(query, async () => {
      for (const trigger of triggers) await query(`DROP TRIGGER ${trigger} ON ${table}`);
    });
  await query('DELETE FROM platform.moved_record r WHERE r.environment_id = $1', [environment.id]);
}
