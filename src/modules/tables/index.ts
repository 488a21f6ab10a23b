export type { Buried, ExistingSchema } from './existing-schema.js';
export { ReconcileTables, type Transition } from './reconcile-tables.service.js';
export { TablesModule } from './tables.module.js';
