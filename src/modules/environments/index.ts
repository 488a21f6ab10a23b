export { EnvironmentRegistry } from './environment-registry.repository.js';
export { EnvironmentSettingsStore } from './environment-settings.service.js';
export { LoadDefinitions } from './load-definitions.service.js';
export { EnvironmentsModule } from './environments.module.js';
