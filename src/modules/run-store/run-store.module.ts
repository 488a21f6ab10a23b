import { Module } from '@nestjs/common';
import { CancelRuns } from './cancel-runs.service.js';
import { ClaimRuns } from './claim-runs.service.js';
import { EnqueueRuns } from './enqueue-runs.service.js';
import { RunEnds } from './run-ends.js';
import { RunPlaces } from './run-places.js';
import { RunQueueRepository } from './run-queue.repository.js';
import { RunRecords } from './run-records.repository.js';
import { RunWake } from './run-wake.js';
import { WorkflowVersions } from './workflow-versions.repository.js';

const SERVICES = [
  CancelRuns,
  ClaimRuns,
  EnqueueRuns,
  RunEnds,
  RunPlaces,
  RunQueueRepository,
  RunRecords,
  RunWake,
  WorkflowVersions,
];

/** Storage of runs: the queue, their records and steps, the actions that they began with. */
@Module({ providers: SERVICES, exports: SERVICES })
export class RunStoreModule {}
