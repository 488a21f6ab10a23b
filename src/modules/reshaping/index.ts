export { DefinitionChangesRepository, type DefinitionChange } from './definition-changes.repository.js';
export { ReshapeTables } from './reshape-tables.service.js';
export { ReshapingModule } from './reshaping.module.js';
export { queryOn } from './transaction-query.js';
