export { EnvironmentRegistry } from './environment-registry.repository.js';
export { EnvironmentSettingsStore } from './environment-settings.repository.js';
export { LoadDefinitions } from './load-definitions.service.js';
export { EnvironmentsModule } from './environments.module.js';
