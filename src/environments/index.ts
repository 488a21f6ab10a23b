export { CopyEnvironments, type Report } from './copies/copy-environments.service.js';
export { MoveEnvironments, type MoveSource } from './moves/move-environments.service.js';
export { readArchive } from './archives/archive-file.js';
export { EnvironmentsModule } from './environments.module.js';
