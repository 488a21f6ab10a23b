import { Module } from '@nestjs/common';
import { HooksModule } from '../hooks/index.js';
import { SchemaMigrationModule } from '../schema-migration/index.js';
import { SchemaModule } from '../schema/index.js';
import { BuildIndexes } from './build-indexes.service.js';
import { IndexAttemptsRepository } from './index-attempts.repository.js';
import { IndexRecords } from './index-records.js';
import { IndexStatesRepository } from './index-states.repository.js';
import { IndexRepository } from './index.repository.js';
import { IndexedEnvironments } from './indexed-environments.repository.js';
import { MakeIndexes } from './make-indexes.service.js';
import { RestartStates } from './restart-states.hook.js';

/** Makes and drops indexes beside writes, and reports their states. */
@Module({
  imports: [HooksModule, SchemaModule, SchemaMigrationModule],
  providers: [
    BuildIndexes,
    IndexAttemptsRepository,
    IndexRecords,
    IndexRepository,
    IndexedEnvironments,
    IndexStatesRepository,
    MakeIndexes,
    RestartStates,
  ],
})
export class IndexesModule {}
