export { ClaimRuns } from './claim-runs.service.js';
export { EnqueueRuns } from './enqueue-runs.service.js';
export { RunEnds } from './run-ends.js';
export { RetryLater, RunBlocked, RunCancelled, RunFailed, RunHandedOver, RunLost } from './run-errors.js';
export { type Backlog, type ClaimedRun, type HeldRuns, RunQueueRepository } from './run-queue.repository.js';
export { type FirstRow, RunRecords, type StoredRun } from './run-records.repository.js';
export { RunStoreModule } from './run-store.module.js';
export { RunWake } from './run-wake.js';
export { WorkflowVersions, type WorkflowVersion } from './workflow-versions.repository.js';
