import { Module } from '@nestjs/common';
import { ChangePartitions } from './change-partitions.js';

/** The change log: its partitions. Needs `ScheduleModule.forRoot()` at the root for the hourly tick. */
@Module({ providers: [ChangePartitions] })
export class ChangesModule {}
