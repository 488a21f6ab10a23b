import { type Place, type Row, type TestApp, where } from '../../support/test-app.js';

/** All rows of the tables of an environment, as text, without those that a copy changes on purpose. */
export async function rowsIn(at: TestApp, place: Place): Promise<Readonly<Record<string, readonly string[]>>> {
  const schema = await at.schema(place);
  const tables = await at.query<{ name: string }>(
    `SELECT tablename::text AS name FROM pg_tables WHERE schemaname = $1 AND tablename NOT IN ('Trigger') ORDER BY 1`,
    [schema],
  );
  const read = async ({ name }: { name: string }) => {
    const rows = await at.query<{ row: string }>(`SELECT t::text AS row FROM "${schema}"."${name}" t ORDER BY t."Id"`);
    return [name, rows.map(({ row }) => row)] as const;
  };
  return Object.fromEntries(await Promise.all(tables.map(read)));
}

/** Parts of a schema, without its name. */
export async function shapeOf(at: TestApp, place: Place): Promise<readonly unknown[]> {
  const schema = await at.schema(place);
  const rows = await at.query<{ text: string }>(
    `SELECT c.relname || ' ' || c.relkind::text || ' ' || COALESCE(pg_get_indexdef(c.oid), '') AS text
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1
     UNION ALL
     SELECT k.conname || ' ' || pg_get_constraintdef(k.oid) FROM pg_constraint k
     JOIN pg_namespace n ON n.oid = k.connamespace WHERE n.nspname = $1
     UNION ALL
     SELECT c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || ' ' || a.attnotnull || ' '
       || a.attgenerated::text || ' ' || COALESCE(pg_get_expr(d.adbin, d.adrelid), '')
     FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid AND c.relkind = 'r'
     JOIN pg_namespace n ON n.oid = c.relnamespace
     LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
     WHERE n.nspname = $1 AND a.attnum > 0
     UNION ALL
     SELECT p.proname || ' ' || p.prosrc FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname = $1
     ORDER BY 1`,
    [schema],
  );
  return rows.map(({ text }) => text.replaceAll(schema, 'env'));
}

/** Records as callers read them, but for the id of their environment, which is another one in a copy beside. */
export const readIn = async (at: TestApp, place: Place, entity: string, more: Row = {}): Promise<readonly object[]> => {
  const { body } = await at.as('ada.admin', place).select(entity, more);
  return (body.Result as Row[]).map((record) => ({ ...record, EnvironmentId: undefined }));
};

/** Entries of the audit log about customers. */
export const audited = (at: TestApp, place: Place): Promise<readonly object[]> =>
  readIn(at, place, 'AuditEntry', { WhereClause: where('EntityName', 'EqualTo', 'Customer') });

/** Tables of the platform with a value in any column, but for the origin that a copy names. */
export async function naming(at: TestApp, value: string): Promise<readonly string[]> {
  const tables = await at.query<{ name: string }>(
    `SELECT tablename::text AS name FROM pg_tables WHERE schemaname = 'platform' ORDER BY 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await at.query(
      `SELECT FROM platform."${name}" t, jsonb_each_text(to_jsonb(t) - 'origin_id') c WHERE c.value = $1 LIMIT 1`,
      [value],
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}
