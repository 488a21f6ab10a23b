import { SYSTEM_ENTITIES } from '#core/catalogue/system-entities.js';
import type { TestApp } from '../../support/test-app.js';

/** Columns with names and states that the service writes, and no text about a record. */
const FIXED = new Set([
  'ApprovalProcess.Steps',
  'ApprovalRequest.EntityName',
  'ApprovalRequest.State',
  'ApprovalRequest.Steps',
  'ApprovalTask.EntityName',
  'ApprovalTask.FormerAssignees',
  'ApprovalTask.State',
  'ApprovalTask.StepName',
  'ApprovalDecision.Decision',
  'Notification.EntityName',
  'Notification.Source',
  'StatusHistory.EntityName',
  'WorkflowRun.Chain',
  'WorkflowRun.EntityName',
  'WorkflowRun.RunAs',
  'WorkflowRun.State',
  'WorkflowStep.Name',
  'WorkflowStep.Path',
  'WorkflowStep.State',
  'WorkflowStep.Type',
]);

/** Entities whose records the service writes about other records. */
const ABOUT_RECORDS = SYSTEM_ENTITIES.filter(
  ({ Kind, View }) => (Kind === 'business' || Kind === 'log') && View === undefined,
).map(({ EntityName }) => EntityName as string);

/** Stores a record of each entity of the service that is about records, with a text in each column that takes one. */
export async function fillTexts(at: TestApp, schema: string, text: string): Promise<void> {
  for (const entity of ABOUT_RECORDS) {
    const columns = await at.query<{ name: string; type: string; required: boolean }>(
      `SELECT a.attname AS name, a.atttypid::regtype::text AS type, a.attnotnull AS required
       FROM pg_attribute a
       WHERE a.attrelid = format('%I.%I', $1::text, $2::text)::regclass AND a.attnum > 0 AND NOT a.attisdropped
         AND a.attgenerated = '' ORDER BY a.attnum`,
      [schema, entity],
    );
    const valueOf = ({ name, type, required }: (typeof columns)[number]): string => {
      const value = FIXED.has(`${entity}.${name}`) ? 'Closed' : text;
      if (type === 'text') return `'${value}'`;
      if (type === 'jsonb') return value === text ? `'{"Value": "${text}"}'` : `'[]'`;
      if (!required) return 'NULL';
      const byType: Readonly<Record<string, string>> = { uuid: 'gen_random_uuid()', boolean: 'false', bigint: '1' };
      return byType[type] ?? 'now()';
    };
    await at.query(
      `INSERT INTO "${schema}"."${entity}" (${columns.map(({ name }) => `"${name}"`).join(', ')})
       VALUES (${columns.map(valueOf).join(', ')})`,
    );
  }
}

/** Tables of an environment's schema and of the platform that have a value, searched as text. */
export async function holding(at: TestApp, schema: string, values: RegExp): Promise<readonly string[]> {
  const tables = await at.query<{ schema: string; name: string }>(
    `SELECT schemaname::text AS schema, tablename::text AS name
     FROM pg_tables WHERE schemaname IN ($1, 'platform') ORDER BY 1, 2`,
    [schema],
  );
  const found: string[] = [];
  for (const table of tables) {
    const rows = await at.query(`SELECT FROM "${table.schema}"."${table.name}" t WHERE t::text ~* $1 LIMIT 1`, [
      values.source,
    ]);
    if (rows.length > 0) found.push(table.name);
  }
  return found;
}
