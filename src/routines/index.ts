export { RoutinesModule } from './routines.module.js';
export { ExecuteRoutineOnce } from './execute/execute-routine-once.service.js';
export { RegisterRoutines } from './install/register-routines.service.js';
