import { Module } from '@nestjs/common';
import { TablesModule } from '../tables/index.js';
import { BuriedRepository } from './buried.repository.js';
import { DefinitionChangesRepository } from './definition-changes.repository.js';
import { RecomputeRollups } from './recompute-rollups.repository.js';
import { ReshapeTables } from './reshape-tables.service.js';
import { StoredValues } from './stored-values.repository.js';

/** What a change of definitions does to tables and stored values, and what the stored values do not allow. */
@Module({
  imports: [TablesModule],
  providers: [BuriedRepository, DefinitionChangesRepository, RecomputeRollups, ReshapeTables, StoredValues],
  exports: [DefinitionChangesRepository, ReshapeTables],
})
export class ReshapingModule {}
