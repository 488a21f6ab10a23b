export { DefinitionChecks } from './definition-checks.js';
export { DefinitionsModule } from './definitions.module.js';
export { EnvironmentRegistry } from './environment-registry.js';
export { LoadDefinitions } from './load-definitions.service.js';
export { StoredDefinitions } from './stored-definitions.repository.js';
