import type { DataSource } from 'typeorm';
import { MIGRATIONS, MIGRATIONS_TABLE } from '#migrations/index.js';
import { forSetUp } from './connections/connection-settings.js';
import { platformDataSource } from './tables/platform-data-source.js';

/** The data source of the platform's tables, with the migrations that make them. */
export const migrationDataSource = (url: string): DataSource =>
  platformDataSource(forSetUp(url), {
    migrations: MIGRATIONS,
    migrationsTableName: MIGRATIONS_TABLE,
    applicationName: 'data-and-workflow-service migrations',
  });
