import pg from 'pg';
import type { Query } from '#platform/database/platform-database.js';
import { ENVIRONMENT_ROWS, rowSource } from '#platform/database/tables/environment-rows.js';
import type { RowStream } from './manifest.js';
import { schemaOf, type TargetPlace } from './target-place.js';

/** The rows of a stream without its work, such as outcomes, whose ids the source may have in the same database. */
export async function* withoutWork(rows: AsyncIterable<RowStream>): AsyncGenerator<RowStream> {
  for await (const { header, chunks } of rows) {
    if (header.kind === 'table' || header.part !== 'Work') yield { header, chunks };
    // Changes that triggers were to be matched with are history like the others.
    else if (header.table === 'change') yield { header: { ...header, part: 'Past' }, chunks };
  }
}

/**
 * Stops what would go on by itself in a copy: triggers and schedules are inactive, runs are cancelled, open approval
 * tasks are neither reminded of nor escalated. Runs in the transaction that lets nodes serve the copy.
 */
export async function stopWork(query: Query, schema: string): Promise<void> {
  const table = (name: string): string => `${pg.escapeIdentifier(schema)}."${name}"`;
  await query(`UPDATE ${table('Trigger')} SET "IsActive" = false WHERE "IsActive"`);
  await query(`
    UPDATE ${table('WorkflowRun')}
    SET "State" = 'Cancelled', "EndedOn" = now()
    WHERE "State" = 'Running'`);
  await query(`
    UPDATE ${table('ApprovalTask')}
    SET "RemindedOn" = COALESCE("RemindedOn", now()), "EscalatedOn" = COALESCE("EscalatedOn", now())
    WHERE "State" = 'Open'`);
}

/**
 * Renames and freezes the environment whose name a copy takes: its records, history and files stay. Where the copy's
 * work goes on, that of the replaced one ends, since both have the same runs and outcomes; its keys sign in at the copy.
 */
export async function retire(query: Query, target: TargetPlace, keepWork: boolean): Promise<void> {
  if (!target.replaced) return;
  const { id, newName } = target.replaced;
  // Counted up, so that nodes read it again.
  await query(
    `UPDATE platform.environment
     SET name = $2, state = 'Frozen', definitions_version = definitions_version + 1
     WHERE id = $1`,
    [id, newName],
  );
  if (keepWork) await removeWork(query, id);
  await query(
    `UPDATE platform.api_key k
     SET environment_id = $2
     WHERE k.environment_id = $1
       AND EXISTS (SELECT FROM ${pg.escapeIdentifier(target.schema)}."ApiKey" a WHERE a."Id" = k.key_id)`,
    [id, target.id],
  );
}

async function removeWork(query: Query, id: string): Promise<void> {
  const source = rowSource({ id, schema: schemaOf(id) });
  for (const { table, part, where } of ENVIRONMENT_ROWS.toReversed())
    if (part === 'Work' && table !== 'change') await query(`DELETE FROM platform.${table} t WHERE ${where(source)}`);
}
