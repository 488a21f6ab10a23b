import { Module } from '@nestjs/common';
import { ChangeLogRepository } from './change-log.repository.js';
import { ChangeLog } from './change-log.js';
import { ChangeIndexes } from './change-indexes.js';
import { ChangePartitions } from './change-partitions.js';
import { LogMetrics } from './log-metrics.js';
import { LoggedImages } from './logged-images.repository.js';
import { LogTail } from './log-tail.js';

/**
 * Change log with its partitions and subscriptions. Needs `ScheduleModule.forRoot()` at the root for the hourly upkeep.
 */
@Module({
  providers: [ChangePartitions, ChangeIndexes, ChangeLogRepository, LogTail, LogMetrics, LoggedImages, ChangeLog],
  exports: [ChangeLog, ChangeLogRepository, LoggedImages, LogTail],
})
export class ChangesModule {}
