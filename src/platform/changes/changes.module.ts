import { Module } from '@nestjs/common';
import { ChangeLogRepository } from './change-log.repository.js';
import { ChangeLog } from './change-log.js';
import { ChangePartitions } from './change-partitions.js';
import { LogTail } from './log-tail.js';

/** The change log: its partitions, and those who follow it. Needs `ScheduleModule.forRoot()` at the root for the hourly tick. */
@Module({ providers: [ChangePartitions, ChangeLogRepository, LogTail, ChangeLog], exports: [ChangeLog] })
export class ChangesModule {}
