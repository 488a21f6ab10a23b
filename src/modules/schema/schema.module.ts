import { Module } from '@nestjs/common';
import { MakeSearchIndexes } from './make-search-indexes.service.js';
import { ReconcileTables } from './reconcile-tables.service.js';
import { SchemaRepository } from './schema.repository.js';
import { SearchIndexRepository } from './search-index.repository.js';

/** Tables of entities: wanted schema, existing schema, and the difference as DDL. */
@Module({
  providers: [MakeSearchIndexes, ReconcileTables, SchemaRepository, SearchIndexRepository],
  exports: [ReconcileTables],
})
export class SchemaModule {}
