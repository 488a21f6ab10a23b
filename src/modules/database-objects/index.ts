export { RoutinesModule } from './database-objects.module.js';
