export { EnvironmentRegistry } from './environment-registry.js';
export { LoadDefinitions } from './load-definitions.service.js';
export { EnvironmentsModule } from './environments.module.js';
