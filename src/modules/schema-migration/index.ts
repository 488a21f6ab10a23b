export { isConvertible } from './conversions.sql.js';
export { type DefinitionChange, DefinitionChangesRepository } from './definition-changes.repository.js';
export { MigrateSchema } from './migrate-schema.service.js';
export { SchemaMigrationModule } from './schema-migration.module.js';
export { queryOn } from './transaction-query.js';
