import { Module } from '@nestjs/common';
import { SchemaModule } from '../schema/index.js';
import { RetainedRepository } from './retained.repository.js';
import { DefinitionChangesRepository } from './definition-changes.repository.js';
import { RecomputeRollups } from './recompute-rollups.repository.js';
import { MigrateSchema } from './migrate-schema.service.js';
import { MigrateStatuses } from './migrate-statuses.service.js';
import { StoredTexts } from './stored-texts.repository.js';
import { StoredValues } from './stored-values.repository.js';

/** Migrates tables and stored values to changed definitions, and refuses changes that the values violate. */
@Module({
  imports: [SchemaModule],
  providers: [
    RetainedRepository,
    DefinitionChangesRepository,
    RecomputeRollups,
    MigrateSchema,
    MigrateStatuses,
    StoredTexts,
    StoredValues,
  ],
  exports: [DefinitionChangesRepository, MigrateSchema],
})
export class SchemaMigrationModule {}
