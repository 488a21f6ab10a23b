import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Environment } from '#core/catalogue/environment.js';
import { render } from '#core/sql/sql.js';
import { PlatformDatabase, type Query } from '#platform/database/platform-database.js';
import type { IndexBuildRow } from '#platform/database/tables/index-builds.entity.js';
import type { RowOf } from '#platform/database/tables/row-of.js';
import type { WantedIndex } from '#definitions/core/schema/wanted-table.js';
import type { BuildFailure } from './build-failure.js';

/** Attempts to make an index. */
export interface IndexAttempts extends RowOf<IndexBuildRow, 'digest' | 'attempts' | 'error'> {
  readonly waitMs: number;
}

/** Counts attempts to make indexes in the database, so that one that ends its process counts, too. */
@Injectable()
export class IndexAttemptsRepository {
  constructor(private readonly platform: PlatformDatabase) {}

  /** Attempts of an environment, by the name of the index. */
  async find({ id }: Environment): Promise<ReadonlyMap<string, IndexAttempts>> {
    const rows = await this.platform.repeatable<IndexAttempts & RowOf<IndexBuildRow, 'name'>>(
      `SELECT name, digest, attempts, error,
         GREATEST(extract(epoch FROM retry_at - now()) * 1000, 0)::float8 AS "waitMs"
       FROM platform.index_build
       WHERE environment_id = $1`,
      [id],
    );
    return new Map(rows.map(({ name, ...attempts }) => [name, attempts]));
  }

  /** Counts an attempt before it is made. @returns its number */
  async begin({ id }: Environment, index: WantedIndex): Promise<number> {
    const definitions = (index.declared ?? []).map((each) => each.id);
    const [row] = await this.platform.query<{ attempts: number }>(
      `INSERT INTO platform.index_build AS b (environment_id, name, digest, definitions, attempts, retry_at)
       VALUES ($1, $2, $3, $4, 1, now())
       ON CONFLICT (environment_id, name) DO UPDATE
       SET attempts = CASE WHEN b.digest = EXCLUDED.digest THEN b.attempts + 1 ELSE 1 END, digest = EXCLUDED.digest,
         definitions = EXCLUDED.definitions, error = NULL, retry_at = now()
       RETURNING b.attempts`,
      [id, index.name, digestOf(index), definitions],
    );
    return row.attempts;
  }

  /** Stores why an attempt failed. */
  async fail(
    { id }: Environment,
    { name }: WantedIndex,
    { attempts, error, retryAfterMs }: BuildFailure,
  ): Promise<void> {
    await this.platform.query(
      `UPDATE platform.index_build
       SET attempts = $3, error = $4, retry_at = now() + $5 * interval '1 ms'
       WHERE environment_id = $1 AND name = $2`,
      [id, name, attempts, error, Number.isFinite(retryAfterMs) ? retryAfterMs : 0],
    );
  }

  /** Forgets the attempts to make an index that is there. */
  async forget({ id }: Environment, name: string): Promise<void> {
    await this.platform.query('DELETE FROM platform.index_build WHERE environment_id = $1 AND name = $2', [id, name]);
  }

  /** Forgets the attempts for changed definitions, in the transaction that changes them. */
  async restart({ id }: Environment, definitionIds: readonly string[], query: Query): Promise<void> {
    await query('DELETE FROM platform.index_build WHERE environment_id = $1 AND definitions && $2::uuid[]', [
      id,
      definitionIds,
    ]);
  }
}

/** Digest of what is to be made. */
export const digestOf = ({ beside, tooLong }: WantedIndex): string =>
  createHash('sha256')
    .update(JSON.stringify([beside, tooLong].map((each) => (each ? render(each).text : null))))
    .digest('base64url')
    .slice(0, 22);
