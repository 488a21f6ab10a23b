export { ApplyEnvironment } from './apply-environment.service.js';
export { EnvironmentFilesModule } from './environment-files.module.js';
export { NewEnvironment } from './new-environment.service.js';
export { PlanEnvironment } from './plan-environment.service.js';
export { StoredEnvironments } from './stored-environments.repository.js';
