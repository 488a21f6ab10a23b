import { Module } from '@nestjs/common';
import { MakeSearchIndexes } from './make-search-indexes.service.js';
import { ReconcileTables } from './reconcile-tables.service.js';
import { SchemaRepository } from './schema.repository.js';
import { SearchIndexRepository } from './search-index.repository.js';

/** The tables behind the entities: what definitions want, what there is, and the difference as DDL. */
@Module({
  providers: [MakeSearchIndexes, ReconcileTables, SchemaRepository, SearchIndexRepository],
  exports: [ReconcileTables],
})
export class SchemaModule {}
