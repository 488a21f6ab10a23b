export { AutoNumberSequences } from './auto-number-sequences.js';
export { DeferredKeys } from './deferred-keys.js';
export { HookedInsert } from './hooked-insert.service.js';
export { InsertSteps, insertResult } from './insert-steps.service.js';
export { InsertRepository } from './insert.repository.js';
export { MatchRepository } from './match.repository.js';
export { OutcomeRepository } from './outcome.repository.js';
export { atRepeated, autocommit, clashOf, sendIn, type StatementCall } from './statement-call.js';
export { UpdateSteps, draftUpdate, updatedEntities } from './update-steps.service.js';
export {
  updateImages,
  UpdateRepository,
  type Updated,
  type UpdateImage,
  type UpdateStatements,
} from './update.repository.js';
export type { WriteOutcome } from '../../platform/outcomes/outcome.js';
export type { ConflictFaults, PreparedWrite, StepOutcome, StepTransaction, WritePlan } from './write-plan.js';
export { WriteTransactions } from './write-transactions.service.js';
export { WritesModule } from './writes.module.js';
