export { type BeforeCommitHook, BeforeCommitHooks, WriteRefused } from './before-commit-hooks.js';
export { type HookedRecord } from './hooked-record.js';
export { HooksModule } from './hooks.module.js';
export { ReadImages } from './read-images.repository.js';
export {
  type AfterDelete,
  type AfterInsert,
  type AfterUpdate,
  type BeforeDelete,
  type BeforeInsert,
  type BeforeUpdate,
  RecordHook,
  type ValidatedMove,
} from './record-hook.js';
export { RegisteredHooks } from './registered-hooks.js';
export { ValidateMoves } from './validate-moves.service.js';
export { RunHooks } from './run-hooks.service.js';
export { StartWorkflows, type WorkflowStart, type WorkflowStarter } from './start-workflows.service.js';
