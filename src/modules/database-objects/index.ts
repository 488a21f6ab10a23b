export { DatabaseObjectsModule } from './database-objects.module.js';
