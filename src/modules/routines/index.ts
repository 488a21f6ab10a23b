export { RoutinesModule } from './routines.module.js';
