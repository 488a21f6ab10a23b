export { ExecuteRoutineOnce } from './execute-routine-once.service.js';
export { RoutinesModule } from './routines.module.js';
