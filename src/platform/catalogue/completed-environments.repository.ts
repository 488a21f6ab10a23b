import { Injectable } from '@nestjs/common';
import { ANY_ENTITY } from '#core/catalogue/definition-marks.js';
import { EnvironmentRepository, type StoredEnvironment } from './environment.repository.js';
import { PlatformDatabase, type Query } from '#platform/database/platform-database.js';

/** An environment, and the version of its definitions. */
export interface EnvironmentVersion {
  readonly id: string;
  readonly definitions: string;
}

/** Notes the version of now for the entities $2 of the environment $1. */
const traceChanges = `
  INSERT INTO platform.changed_entity (environment_id, name, version)
  SELECT e.id, c.name, e.definitions_version
  FROM platform.environment e, unnest($2::text[]) AS c(name)
  WHERE e.id = $1::uuid
  ON CONFLICT (environment_id, name) DO UPDATE SET version = EXCLUDED.version`;

/**
 * Remembers which environments have the tables and records that this version of the service needs, so that a start
 * looks at the others only (decision 0230). A mark is the digest of what a version of the service needs.
 */
@Injectable()
export class CompletedEnvironments {
  constructor(
    private readonly platform: PlatformDatabase,
    private readonly environments: EnvironmentRepository,
  ) {}

  /**
   * Finds the environments that this version has not completed, or whose definitions another version has changed
   * since.
   */
  pending(mark: string): Promise<readonly StoredEnvironment[]> {
    return this.environments.unmarked('completed', mark);
  }

  /** Notes that an environment is complete for definitions of this version. */
  async add(mark: string, { id, definitions }: EnvironmentVersion): Promise<void> {
    await this.platform.repeatable(
      'UPDATE platform.environment SET completed_by = $2, completed_version = $3 WHERE id = $1',
      [id, mark, definitions],
    );
  }

  /** Notes in its transaction that a new environment is complete. */
  async addNew(mark: string, id: string, query: Query): Promise<void> {
    await query(
      'UPDATE platform.environment SET completed_by = $2, completed_version = definitions_version WHERE id = $1::uuid',
      [id, mark],
    );
  }

  /**
   * Keeps an environment complete whose tables a transaction has just brought to its definitions, unless another version
   * of the service has changed these before. The transaction has counted the version up, so nobody else can until its end.
   * @param indexed mark of indexes to keep, and the version of definitions that ask for the same ones
   * @param changed names of the entities about which definitions were changed, for writes that began before
   */
  async keep(
    mark: string,
    id: string,
    indexed: { readonly mark: string; readonly version: string } | undefined,
    changed: readonly string[],
    query: Query,
  ): Promise<void> {
    // Outside of the transaction the versions are still those of before.
    const [before] = await this.platform.repeatable<{ version: string; is_traced: boolean }>(
      `SELECT definitions_version AS version, COALESCE(traced_version = definitions_version, false) AS is_traced
       FROM platform.environment
       WHERE id = $1`,
      [id],
    );
    const names = new Set(before.is_traced ? changed : [...changed, ANY_ENTITY]);
    await query(traceChanges, [id, [...names]]);
    await query(
      `UPDATE platform.environment
       SET completed_version = CASE
             WHEN completed_by = $2 AND completed_version = $3::bigint THEN definitions_version ELSE completed_version
           END,
           indexed_version = CASE
             WHEN indexed_by = $4 AND indexed_version = $3::bigint AND $3::bigint = $5::bigint THEN definitions_version
             ELSE indexed_version
           END,
           traced_version = definitions_version
       WHERE id = $1::uuid`,
      [id, mark, before.version, indexed?.mark ?? null, indexed?.version ?? null],
    );
  }
}
