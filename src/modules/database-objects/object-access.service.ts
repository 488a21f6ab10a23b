import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import type { RequestContext } from '../../core/context.js';
import { grantsSql, MAY_MAKE_TEMPORARY, roleName } from '../../core/objects/object-role.sql.js';
import { rowTriggers } from '../../core/objects/row-triggers.sql.js';
import { literal, render, sql, type Sql } from '../../core/sql/sql.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { temporaryTables } from './object.errors.js';
import { SchemaWork } from './schema-work.js';

const MAX_ENVIRONMENTS = 1_000;

/** Keeps what the role of an environment's objects may do in line with the entities that there are. */
@Injectable()
export class ObjectAccess {
  /** What this node has seen granted: an environment at a version of its definitions. */
  readonly #granted = new LRUCache<string, true>({ max: MAX_ENVIRONMENTS });

  constructor(private readonly database: Database) {}

  /**
   * Called before every call of an object; does nothing where nothing changed.
   * @param writes whether the object may write: triggers stamp and log what it writes then.
   */
  async ensure(ctx: RequestContext, writes: boolean): Promise<void> {
    const { environment, version } = ctx.catalogue;
    const key = `${environment.id} ${version} ${writes}`;
    if (this.#granted.has(key)) return;
    await this.database.transaction(ctx, (tx) => this.#grant(ctx, tx, writes));
    this.#granted.set(key, true);
  }

  /** One node at a time: the row of the environment is the lock. */
  async #grant(ctx: RequestContext, tx: Transaction, writes: boolean): Promise<void> {
    const work = new SchemaWork(ctx, tx);
    const [{ isOpen }] = await work.run<{ isOpen: boolean }>(MAY_MAKE_TEMPORARY);
    if (isOpen) throw temporaryTables();
    const id = literal(ctx.catalogue.environment.id);
    const kind = literal(writes ? 'writes' : 'reads');
    await work.run(
      sql`INSERT INTO platform.object_access (environment_id, kind) VALUES (${id}, ${kind}) ON CONFLICT DO NOTHING`,
    );
    const row = sql`environment_id = ${id} AND kind = ${kind}`;
    const [{ known }] = await work.run<{ known: string }>(
      sql`SELECT fingerprint AS known FROM platform.object_access WHERE ${row} FOR UPDATE`,
    );
    const wanted = wantedAccess(ctx, writes);
    const fingerprint = await fingerprintOf(work, wanted);
    if (known === fingerprint) return;
    await work.runAll(wanted);
    await work.run(sql`UPDATE platform.object_access SET fingerprint = ${literal(fingerprint)} WHERE ${row}`);
  }
}

/** Triggers come before the rights that need them. */
function wantedAccess(ctx: RequestContext, writes: boolean): readonly Sql[] {
  const { environment, entities } = ctx.catalogue;
  const all = [...entities.values()];
  const written = writes ? all.filter(({ kind }) => kind === 'business') : [];
  return [...written.flatMap((entity) => rowTriggers(ctx, entity)), ...grantsSql(environment.schema, all, writes)];
}

/** The role's number is part of it: a role that was made anew, as after a restore, has no rights yet. */
async function fingerprintOf(work: SchemaWork, wanted: readonly Sql[]): Promise<string> {
  const name = literal(roleName(work.schema));
  const [role] = await work.run<{ oid: string }>(sql`SELECT oid::text AS oid FROM pg_roles WHERE rolname = ${name}`);
  const hash = createHash('sha256');
  for (const fragment of wanted) hash.update(render(fragment).text);
  return `${role?.oid} ${hash.digest('base64url')}`;
}
