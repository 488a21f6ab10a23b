export { type CheckedDefinitions, DefinitionChecks } from './definition-checks.js';
export { DefinitionsModule } from './definitions.module.js';
export { StoredDefinitions } from './stored-definitions.repository.js';
