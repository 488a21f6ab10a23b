export { DefinitionChangesRepository, type DefinitionChange } from './definition-changes.repository.js';
export { MigrateSchema } from './reshape-tables.service.js';
export { SchemaMigrationModule } from './reshaping.module.js';
export { queryOn } from './transaction-query.js';
