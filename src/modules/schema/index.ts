export { columnTypeName } from './entity-tables.sql.js';
export type { ExistingSchema, RetainedDefinitions } from './existing-schema.js';
export { ReconcileTables, type TableTransition } from './reconcile-tables.service.js';
export { SchemaModule } from './schema.module.js';
export { isDroppedBeside } from './table-changes.sql.js';
export type { WantedIndex } from './wanted-table.js';
export { SAMPLE_ENTITY, tableStatements } from './table-statements.js';
