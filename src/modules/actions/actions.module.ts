import { Module } from '@nestjs/common';
import { QueriesModule } from '../queries/index.js';
import { RecordsModule } from '../records/index.js';
import { RoutinesModule } from '../routines/index.js';
import { RunsModule } from '../runs/index.js';
import { SavedQueriesModule } from '../saved-queries/index.js';
import { StatusModule } from '../status/index.js';
import { WritesModule } from '../writes/index.js';
import { ChangeStatusHandler } from './change-status.handler.js';
import { ExecuteRoutineHandler } from './execute-routine.handler.js';
import { RunQueryHandler } from './run-query.handler.js';
import { WriteRecordsHandler } from './write-records.handler.js';

/** Actions of workflows that read and write records. */
@Module({
  imports: [QueriesModule, RecordsModule, RoutinesModule, RunsModule, SavedQueriesModule, StatusModule, WritesModule],
  providers: [ChangeStatusHandler, ExecuteRoutineHandler, RunQueryHandler, WriteRecordsHandler],
})
export class ActionsModule {}
