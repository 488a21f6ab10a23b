/** Copies of an environment in seconds: its tables, indexes, keys and definitions by SQL, without the loader. */
import { createHash } from 'node:crypto';
import pg from 'pg';
import { uuidV5 } from '#platform/process/ids/uuid-v5.js';

/** A copy, in a tenant of its own. */
export interface ClonedEnvironment {
  readonly id: string;
  readonly schema: string;
  /** Values of the context headers. */
  readonly place: { readonly TenantId: string; readonly AppId: string; readonly EnvironmentId: string };
}

const APP = 'Copies';
const ENVIRONMENT = 'Copy';
/** Stands for the schema in the statements of the original. */
const SCHEMA = '%schema%';
const SEPARATOR = ';\n--\n';
/** Stands for the rows of a table. */
const ROWS = /%rows (.*)%/;

/** An environment to copy. */
interface Original {
  readonly id: string;
  readonly schema: string;
  /** Statements that make a copy: everything but foreign keys, then the rows, then the keys between them. */
  readonly text: string;
  /** Names from which the service derives the ids of system records in each environment, by the id in this one. */
  readonly derived: ReadonlyMap<string, string>;
}

const uuidOf = (text: string): string => {
  const hex = createHash('sha256').update(text).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `7${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
};

const cloneOf = (number: number): ClonedEnvironment => {
  const id = uuidOf(`environment ${number}`);
  return {
    id,
    schema: `env_${id.replaceAll('-', '').slice(0, 12)}`,
    place: { TenantId: `Tenant${number}`, AppId: APP, EnvironmentId: ENVIRONMENT },
  };
};

const BLUEPRINT = `
  WITH tables AS (
    SELECT c.oid, format('%I.%I', n.nspname, c.relname) AS name
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = $1 AND c.relkind = 'r'
  ),
  columns AS (
    SELECT a.attrelid, a.attnum, quote_ident(a.attname) AS name, a.attgenerated <> '' AS generated,
      concat_ws(' ', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
        CASE WHEN a.attcollation NOT IN (0, t.typcollation)
          THEN (SELECT format('COLLATE %I.%I', cn.nspname, l.collname) FROM pg_collation l
            JOIN pg_namespace cn ON cn.oid = l.collnamespace WHERE l.oid = a.attcollation) END,
        CASE WHEN a.attgenerated <> '' THEN format('GENERATED ALWAYS AS (%s) STORED', pg_get_expr(d.adbin, d.adrelid))
          WHEN d.adbin IS NOT NULL THEN 'DEFAULT ' || pg_get_expr(d.adbin, d.adrelid) END,
        CASE WHEN a.attnotnull THEN 'NOT NULL' END) AS made
    FROM tables JOIN pg_attribute a ON a.attrelid = tables.oid AND a.attnum > 0 AND NOT a.attisdropped
      JOIN pg_type t ON t.oid = a.atttypid
      LEFT JOIN pg_attrdef d ON (d.adrelid, d.adnum) = (a.attrelid, a.attnum)
  ),
  statements AS (
    SELECT 1 AS part, format('CREATE SEQUENCE %I.%I', schemaname, sequencename) AS text
    FROM pg_sequences WHERE schemaname = $1
    UNION ALL
    SELECT 2, format('CREATE TABLE %s (%s)', t.name, string_agg(c.made, ', ' ORDER BY c.attnum))
    FROM tables t JOIN columns c ON c.attrelid = t.oid GROUP BY t.name
    UNION ALL
    SELECT 3, format('INSERT INTO %s (%s) SELECT %2$s FROM json_populate_recordset(NULL::%1$s, %%rows %1$s%%)', t.name,
      string_agg(c.name, ', ' ORDER BY c.attnum) FILTER (WHERE NOT c.generated))
    FROM tables t JOIN columns c ON c.attrelid = t.oid GROUP BY t.oid, t.name
    UNION ALL
    SELECT CASE k.contype WHEN 'f' THEN 6 ELSE 4 END,
      format('ALTER TABLE %s ADD CONSTRAINT %I %s', t.name, k.conname, pg_get_constraintdef(k.oid))
    FROM tables t JOIN pg_constraint k ON k.conrelid = t.oid WHERE k.contype IN ('p', 'u', 'c', 'f')
    UNION ALL
    SELECT 5, pg_get_indexdef(i.indexrelid)
    FROM tables t JOIN pg_index i ON i.indrelid = t.oid
    WHERE NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u'))
  )
  SELECT string_agg(text, '${SEPARATOR}' ORDER BY part, text) AS text FROM statements`;

/** Ids that the service derives from an environment's id and the name of a system record. */
const DERIVED = `
  SELECT "Id" AS id, 'Entity/' || "EntityName" AS name FROM source."Entity"
  UNION ALL
  SELECT f."Id", 'Field/' || e."EntityName" || '.' || f."FieldName"
  FROM source."Field" f JOIN source."Entity" e ON e."Id" = f."EntityId"`;

async function originalOf(client: pg.Client, schema: string): Promise<Original> {
  const [{ id }] = (
    await client.query<{ id: string }>('SELECT id FROM platform.environment WHERE schema_name = $1', [schema])
  ).rows;
  const { rows } = await client.query<{ text: string }>(BLUEPRINT, [schema]);
  const named = await client.query<{ id: string; name: string }>(DERIVED.replaceAll('source', schema));
  const derived = named.rows.filter((row) => row.id === uuidV5(id, row.name));
  const text = rows[0].text.replaceAll(schema, SCHEMA);
  return {
    id,
    schema,
    text: await withRows(client, schema, text),
    derived: new Map(derived.map((row) => [row.id, row.name])),
  };
}

/** Puts the rows of the original into the statements that insert them; an empty table needs none. */
async function withRows(client: pg.Client, schema: string, text: string): Promise<string> {
  const statements: string[] = [];
  for (const statement of text.split(SEPARATOR)) {
    const table = ROWS.exec(statement)?.[1].replace(SCHEMA, schema);
    if (table === undefined) statements.push(statement);
    else {
      const { rows } = await client.query<{ json: string | null }>(`SELECT json_agg(t)::text AS json FROM ${table} t`);
      const [{ json }] = rows;
      if (json !== null) statements.push(statement.replace(ROWS, () => `$rows$${json}$rows$`));
    }
  }
  return statements.join(SEPARATOR);
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;

async function copy(client: pg.Client, { schema, text, derived }: Original, number: number): Promise<void> {
  const clone = cloneOf(number);
  const [tenantId, appId] = [uuidOf(`tenant ${number}`), uuidOf(`app ${number}`)];
  const { TenantId, AppId, EnvironmentId } = clone.place;
  const ofClone = (id: string): string => {
    const name = derived.get(id);
    return name === undefined ? id : uuidV5(clone.id, name);
  };
  await client.query(`
    BEGIN;
    CREATE SCHEMA ${clone.schema};
    ${text.replaceAll(SCHEMA, clone.schema).replaceAll(UUID, ofClone)};
    INSERT INTO platform.tenant (id, name) VALUES ('${tenantId}', '${TenantId}');
    INSERT INTO platform.app (id, tenant_id, name) VALUES ('${appId}', '${tenantId}', '${AppId}');
    INSERT INTO platform.environment
    SELECT (jsonb_populate_record(e, jsonb_build_object('id', '${clone.id}', 'app_id', '${appId}',
      'name', '${EnvironmentId}', 'schema_name', '${clone.schema}'))).*
    FROM platform.environment e WHERE e.schema_name = '${schema}';
    COMMIT`);
}

/**
 * Makes `count` copies of an environment, each in a tenant of its own. Automatic numbers begin again; users, roles and
 * definitions keep their ids.
 * @param schema of the original
 */
export async function cloneEnvironments(
  databaseUrl: string,
  schema: string,
  count: number,
): Promise<readonly ClonedEnvironment[]> {
  const clones = Array.from({ length: count }, (_, number) => cloneOf(number));
  let next = 0;
  const work = async (): Promise<void> => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    try {
      await client.query('SET synchronous_commit = off; SET search_path = pg_catalog');
      const original = await originalOf(client, schema);
      while (next < count) await copy(client, original, next++);
    } finally {
      await client.end();
    }
  };
  await Promise.all([work(), work()]);
  return clones;
}
