import { Injectable } from '@nestjs/common';
import { EnvironmentRepository, type StoredEnvironment } from '#platform/catalogue/environment.repository.js';
import { PlatformDatabase } from '#platform/database/platform-database.js';
import { ReconcileTables } from '#definitions/schema/reconcile-tables.service.js';
import { indexFingerprint } from './index-fingerprint.js';

/** Remembers which environments have the indexes of their definitions (decision 0256). */
@Injectable()
export class IndexedEnvironments {
  constructor(
    private readonly platform: PlatformDatabase,
    private readonly environments: EnvironmentRepository,
    private readonly tables: ReconcileTables,
  ) {}

  #lastMark: string | undefined;

  /** Mark of this version. The extension for searches may be installed while the service runs. */
  async mark(): Promise<string> {
    this.#lastMark = indexFingerprint(await this.tables.trigrams());
    return this.#lastMark;
  }

  /** The mark as it was found last; undefined at first. */
  get lastMark(): string | undefined {
    return this.#lastMark;
  }

  /** Finds the environments that nobody has found complete with this mark and their definitions. */
  pending(mark: string): Promise<readonly StoredEnvironment[]> {
    return this.environments.unmarked('indexed', mark);
  }

  /**
   * Notes that nothing is left to make or drop for definitions of this version. It waits for nobody.
   * @returns false while a write holds the environment, so that it has to be noted later
   */
  async add(mark: string, { environment, versions }: StoredEnvironment): Promise<boolean> {
    const noted = await this.platform.repeatable(
      `UPDATE platform.environment SET indexed_by = $2, indexed_version = $3
       WHERE id = (SELECT id FROM platform.environment WHERE id = $1 FOR NO KEY UPDATE SKIP LOCKED)
       RETURNING id`,
      [environment.id, mark, versions.definitions],
    );
    return noted.length > 0;
  }
}
