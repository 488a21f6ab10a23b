export { LifecycleModule } from './lifecycle.module.js';
export { AvailableStatuses } from './moves/available-statuses.service.js';
export { MoveRecord } from './moves/move-record.service.js';
export { MoveBatch } from './moves/move-batch.service.js';
