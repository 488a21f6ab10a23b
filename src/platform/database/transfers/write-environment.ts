import pg from 'pg';
import { makePartition } from '#platform/change-log/change-partitions.js';
import { ENVIRONMENT_ROWS, type EnvironmentRows, SHAPE_IDS } from '#platform/database/tables/environment-rows.js';
import {
  type EnvironmentStream,
  type Manifest,
  type RowsHeader,
  type RowStream,
  type TableHeader,
  TransferRefused,
} from './manifest.js';
import { COPYING } from './remove-environment.js';
import { type Counted, rowBatches } from './row-batches.js';
import { addConstraint, createSequences, createTable, isSearchIndex, useSchema } from './table-shape.js';
import { rowTarget, type TargetPlace } from './target-place.js';
import type { TransferSession } from './transfer-session.js';

const { escapeIdentifier: quoted } = pg;

const NO_SCHEMA = 'SET search_path = pg_catalog';

/** Says what has been written. */
export type TransferProgress = (table: string, counted: Readonly<Counted>, isDone: boolean) => void;

/** Rows of the platform that wait for the last transaction. */
interface Staged {
  readonly header: RowsHeader;
  readonly name: string;
}

/**
 * Writes an environment beside those that are served: its row has the state `Copying`, so that nodes ignore it. Rows
 * are committed in batches; a copy that ends early leaves an environment that `removeLeftCopies` removes.
 */
export class EnvironmentWriter {
  readonly #staged: Staged[] = [];
  /** Days whose partitions are made. */
  readonly #days = new Set<string>();

  constructor(
    private readonly session: TransferSession,
    private readonly manifest: Manifest,
    readonly target: TargetPlace,
  ) {}

  /** Creates the environment, its schema and empty tables in one transaction. */
  async begin(): Promise<void> {
    const { id, schema, tenantId, appId, place } = this.target;
    const { environment, tables, sequences } = this.manifest;
    const { query } = this.session;
    await this.session.transaction(async () => {
      await query('INSERT INTO platform.tenant (id, name, label) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING', [
        tenantId,
        place.tenant,
        environment.tenantLabel,
      ]);
      await query('INSERT INTO platform.app (id, tenant_id, name) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING', [
        appId,
        tenantId,
        place.app,
      ]);
      await query(
        `INSERT INTO platform.environment (id, app_id, name, schema_name, settings, definitions_version,
           principals_version, origin_id, state)
         VALUES ($1, $2, $3, $4, $5, $6, $7, NULLIF($8::uuid, $1::uuid), 'Copying')`,
        [
          id,
          appId,
          `${COPYING}${schema.slice('env_'.length)}`,
          schema,
          environment.settings,
          environment.definitionsVersion,
          environment.principalsVersion,
          environment.originId,
        ],
      );
      await query(`CREATE SCHEMA ${quoted(schema)}`);
      await useSchema(query, schema);
      for (const statement of tables.flatMap((table) => createTable(schema, table))) await query(statement);
      for (const statement of createSequences(schema, sequences)) await query(statement);
    });
    await query(NO_SCHEMA);
  }

  /** Writes all rows of the stream but those of its work, which wait for `finish`. */
  async load(stream: EnvironmentStream, progress: TransferProgress): Promise<void> {
    for await (const { header, chunks } of stream.rows()) {
      const counted = { rows: 0, bytes: 0 };
      const onBatch = (): void => progress(header.table, counted, false);
      if (header.kind === 'table') await this.#loadTable(header, chunks, counted, onBatch);
      else await this.#loadRows(header, chunks, counted, onBatch);
      progress(header.table, counted, true);
    }
  }

  async #loadTable(
    { table, columns }: TableHeader,
    chunks: RowStream['chunks'],
    counted: Counted,
    onBatch: () => void,
  ) {
    const into = `${quoted(this.target.schema)}.${quoted(table)} (${columns.map(quoted).join(', ')})`;
    for await (const batch of rowBatches(chunks, counted)) {
      await this.session.copyIn(into, batch.chunks);
      onBatch();
    }
  }

  async #loadRows(header: RowsHeader, chunks: RowStream['chunks'], counted: Counted, onBatch: () => void) {
    const { query } = this.session;
    // Changes name shapes, of which an environment without created records has none.
    await query('CREATE TEMP TABLE IF NOT EXISTS shape_ids (source int PRIMARY KEY, target int NOT NULL)');
    const staged = { header, name: `staged_${this.#staged.length}` };
    const columns = header.columns.map(quoted).join(', ');
    await query(`CREATE TEMP TABLE ${staged.name} AS SELECT ${columns} FROM platform.${header.table} WITH NO DATA`);
    this.#staged.push(staged);
    for await (const batch of rowBatches(chunks, counted)) {
      await this.session.copyIn(`pg_temp.${staged.name} (${columns})`, batch.chunks);
      if (header.part === 'Past') await this.#insert(staged);
      onBatch();
    }
  }

  async #insert(staged: Staged): Promise<void> {
    if (staged.header.table === 'change') await this.#makePartitions(staged);
    await this.session.transaction(async () => {
      await this.#move(staged);
      if (staged.header.table === 'record_shape') await this.#noteShapes(staged.name);
      await this.session.query(`TRUNCATE pg_temp.${staged.name}`);
    });
  }

  /** Makes the partitions of the days that the target's log does not have. */
  async #makePartitions({ name }: Staged): Promise<void> {
    const { query } = this.session;
    const days = await query<{ day: string }>(
      `SELECT DISTINCT to_char(s.occurred_at AT TIME ZONE 'UTC', 'YYYYMMDD') AS day
       FROM pg_temp.${name} s
       ORDER BY 1`,
    );
    for (const { day } of days.filter((each) => !this.#days.has(each.day))) {
      this.#days.add(day);
      await this.session.transaction(() => makePartition(query, day));
    }
  }

  /** Moves staged rows to their table, with the values that they have in the target. */
  async #move({ header, name }: Staged): Promise<void> {
    const rows = rowsOf(header);
    const target = rowTarget(this.target);
    const columns = header.columns.filter((column) => !rows.made?.includes(column));
    const values = columns.map((column) => rows.values?.[column]?.(target) ?? `s.${quoted(column)}`);
    await this.session.query(
      `INSERT INTO platform.${header.table} (${columns.map(quoted).join(', ')})
       SELECT ${values.join(', ')}
       FROM pg_temp.${name} s
       ORDER BY s.ctid`,
    );
  }

  async #noteShapes(staged: string): Promise<void> {
    const { query } = this.session;
    await query(
      `INSERT INTO ${SHAPE_IDS} (source, target)
       SELECT s.id, r.id
       FROM pg_temp.${staged} s
       JOIN platform.record_shape r ON r.entity = s.entity AND r.members = s.members AND r.environment_id = $1`,
      [this.target.id],
    );
  }

  /** Makes keys, indexes and foreign keys, each in a transaction of its own. */
  async index(progress: (name: string) => void): Promise<void> {
    const { query } = this.session;
    const { schema } = this.target;
    const { tables } = this.manifest;
    const hasSearch = await useSchema(query, schema);
    const statements = [
      ...tables.flatMap(({ name, keys }) => keys.map((key) => [key.name, addConstraint(schema, name, key)])),
      ...tables.flatMap(({ indexes }) =>
        indexes.filter((each) => hasSearch || !isSearchIndex(each)).map((each) => [each.name, each.definition]),
      ),
      ...tables.flatMap(({ name, foreignKeys }) =>
        foreignKeys.map((key) => [key.name, addConstraint(schema, name, key)]),
      ),
      ...tables.map(({ name }) => [name, `ANALYZE ${quoted(schema)}.${quoted(name)}`]),
    ];
    for (const [name, statement] of statements) {
      progress(name);
      await query(statement);
    }
    await query(NO_SCHEMA);
  }

  /**
   * Writes the work and lets nodes serve the environment, in one transaction.
   * @param before runs in it, before the environment has its name
   */
  async finish(before: () => Promise<void>): Promise<void> {
    const { query } = this.session;
    const { id, place } = this.target;
    await this.session.transaction(async () => {
      await before();
      for (const staged of this.#staged) if (staged.header.part === 'Work') await this.#move(staged);
      await query(
        `SELECT setval('platform.change_position', greatest(
           (SELECT last_value FROM platform.change_position),
           (SELECT max(c.position) FROM platform.change c WHERE c.environment_id = $1)
         ))`,
        [id],
      );
      await query(`UPDATE platform.environment SET name = $2, state = 'Active' WHERE id = $1`, [id, place.environment]);
    });
  }
}

function rowsOf({ table, part }: RowsHeader): EnvironmentRows {
  const rows = ENVIRONMENT_ROWS.find((each) => each.table === table && each.part === part);
  if (!rows) throw new TransferRefused(`The archive has rows of platform.${table}, which no archive may have.`);
  return rows;
}
