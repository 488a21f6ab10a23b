export type { RetainedDefinitions, ExistingSchema } from './existing-schema.js';
export { columnTypeName } from './entity-tables.sql.js';
export type { TableChanges } from './table-changes.sql.js';
export { ReconcileTables, type Transition } from './reconcile-tables.service.js';
export { SchemaModule } from './tables.module.js';
