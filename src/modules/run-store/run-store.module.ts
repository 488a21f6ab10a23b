import { Module } from '@nestjs/common';
import { ClaimRuns } from './claim-runs.service.js';
import { EnqueueRuns } from './enqueue-runs.service.js';
import { RunEnds } from './run-ends.js';
import { RunQueueRepository } from './run-queue.repository.js';
import { RunRecords } from './run-records.repository.js';
import { RunWake } from './run-wake.js';
import { WorkflowVersions } from './workflow-versions.repository.js';

const SERVICES = [ClaimRuns, EnqueueRuns, RunEnds, RunQueueRepository, RunRecords, RunWake, WorkflowVersions];

/** Storage of runs: the queue, their records and steps, the actions that they began with. */
@Module({ providers: SERVICES, exports: SERVICES })
export class RunStoreModule {}
