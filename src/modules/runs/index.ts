export {
  TemporaryFault,
  type ActionHandler,
  type EarlierAction,
  type OtherStep,
  type StepCall,
  type WriteStep,
} from './action-handler.js';
export { ActionHandlers } from './action-handlers.js';
export { EnqueueRuns, RunRecords } from '../run-store/index.js';
export { RunsModule } from './runs.module.js';
