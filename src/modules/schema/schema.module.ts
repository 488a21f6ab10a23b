import { Module } from '@nestjs/common';
import { ReconcileTables } from './reconcile-tables.service.js';
import { SchemaRepository } from './schema.repository.js';

/** Tables of entities: wanted schema, existing schema, and the difference as DDL. */
@Module({
  providers: [ReconcileTables, SchemaRepository],
  exports: [ReconcileTables],
})
export class SchemaModule {}
