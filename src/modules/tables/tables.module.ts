import { Module } from '@nestjs/common';
import { ReconcileTables } from './reconcile-tables.service.js';
import { SchemaRepository } from './schema.repository.js';

/** The tables behind the entities: what definitions want, what there is, and the difference as DDL. */
@Module({ providers: [ReconcileTables, SchemaRepository], exports: [ReconcileTables] })
export class TablesModule {}
