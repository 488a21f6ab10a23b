import type { DataSource, Repository } from 'typeorm';
import type { PLATFORM_TABLES } from './index.js';

type Tables = typeof PLATFORM_TABLES;
type RowOf<Name extends keyof Tables> = InstanceType<Tables[Name]>;

/** Repositories are for work off the hot paths, of which there is little at a time. */
const CONNECTIONS = 1;

/**
 * TypeORM's repositories of the platform's tables, for work off the hot paths. TypeORM is loaded at the first use, since
 * it takes 15 MB and 0.3 s. No transaction spans a repository and other statements.
 */
export class PlatformTables {
  #source: Promise<DataSource> | undefined;
  #isEnded = false;

  constructor(private readonly url: string) {}

  /** @throws {Error} after `end`, or when the database does not answer; the next call tries again. */
  async repository<Name extends keyof Tables>(name: Name): Promise<Repository<RowOf<Name>>> {
    if (this.#isEnded) throw new Error('The connections of the service are closed.');
    this.#source ??= this.#open();
    const source = await this.#source;
    return source.getRepository<RowOf<Name>>(name);
  }

  /** Closes the connections. */
  async end(): Promise<void> {
    this.#isEnded = true;
    const source = await this.#source?.catch(() => undefined);
    await source?.destroy();
  }

  async #open(): Promise<DataSource> {
    try {
      const { platformDataSource } = await import('./platform-data-source.js');
      const more = { poolSize: CONNECTIONS, applicationName: 'data-and-workflow-service tables' };
      return await platformDataSource(this.url, more).initialize();
    } catch (error) {
      this.#source = undefined;
      throw error;
    }
  }
}
