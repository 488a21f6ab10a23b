export { RecordsModule } from './records.module.js';
export { readSteps } from './batch/read-steps.js';
export { RunBatch } from './batch/run-batch.service.js';
export { DeleteSteps } from './deletes/delete-steps.service.js';
export { type BeforeCommitHook, BeforeCommitHooks, WriteRefused } from './hooks/before-commit-hooks.js';
export { callerOf } from './hooks/hooked-record.js';
export { ReadImages } from './hooks/read-images.repository.js';
export {
  type AfterDelete,
  type AfterInsert,
  type AfterUpdate,
  type BeforeDelete,
  type BeforeInsert,
  type BeforeUpdate,
  type HookCaller,
  type HookOptions,
  hookNameOf,
  RecordHook,
  type Refusal,
  type ValidatedMove,
} from './hooks/record-hook.js';
export { RegisteredHooks } from './hooks/registered-hooks.js';
export { StartWorkflows, type WorkflowStart, type WorkflowStarter } from './hooks/start-workflows.service.js';
export { ValidateMoves } from './hooks/validate-moves.service.js';
export { ProtectChildren } from './locks/protect-children.service.js';
export { RestoreRecords } from './recycle-bin/restore-records.service.js';
export { DeleteRecords } from './routes/delete-records.service.js';
export { InsertRecord } from './routes/insert-record.service.js';
export { UpdateRecords } from './routes/update-records.service.js';
export { AutoNumberSequences } from './writes/auto-number-sequences.js';
export { HookedInsert } from './writes/hooked-insert.service.js';
export { InsertSteps } from './writes/insert-steps.service.js';
export { InsertRepository } from './writes/insert.repository.js';
export { OutcomeRepository } from './writes/outcome.repository.js';
export { type StatementCall, autocommit, clashOf, sendIn } from './writes/statement-call.js';
export { UpdateSteps, draftUpdate, updatedEntities } from './writes/update-steps.service.js';
export { type UpdateImage, type UpdateStatements, type Updated, updateImages } from './writes/update.repository.js';
export type { PreparedWrite, StepOutcome, StepTransaction, WritePlan } from './writes/write-plan.js';
export { WriteTransactions } from './writes/write-transactions.service.js';
