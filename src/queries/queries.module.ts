import { Module } from '@nestjs/common';
import { DefinitionsModule } from '#definitions/index.js';
import { AdviceController } from './advice/advice.controller.js';
import { ExplainQueries } from './advice/explain-queries.service.js';
import { GetAdvice } from './advice/get-advice.service.js';
import { QueryShapeRepository } from './advice/query-shape.repository.js';
import { WatchQueries } from './advice/watch-queries.service.js';
import { CheckLists } from './lists/check-lists.service.js';
import { GetList } from './lists/get-list.service.js';
import { ListsController } from './lists/lists.controller.js';
import { StoredLists } from './lists/stored-lists.service.js';
import { CheckSavedQueries } from './saved/check-saved-queries.service.js';
import { ListSavedQueries } from './saved/list-saved-queries.service.js';
import { PrepareSavedQuery } from './saved/prepare-saved-query.service.js';
import { RunSavedQuery } from './saved/run-saved-query.service.js';
import { SavedQueriesController } from './saved/saved-queries.controller.js';
import { SavedQueries } from './saved/saved-queries.service.js';
import { QueriesController } from './select/queries.controller.js';
import { RecordController } from './select/record.controller.js';
import { SelectPlanner } from './select/select-planner.service.js';
import { SelectRecords } from './select/select-records.service.js';

/** Reads: ad hoc and saved queries, lists, and advice on slow ones. */
@Module({
  imports: [DefinitionsModule],
  // The order in which the OpenAPI document has the routes.
  controllers: [QueriesController, RecordController, SavedQueriesController, ListsController, AdviceController],
  providers: [
    // Faults of definitions are named in this order.
    CheckSavedQueries,
    CheckLists,
    ExplainQueries,
    GetAdvice,
    GetList,
    ListSavedQueries,
    PrepareSavedQuery,
    QueryShapeRepository,
    RunSavedQuery,
    SavedQueries,
    SelectPlanner,
    SelectRecords,
    StoredLists,
    WatchQueries,
  ],
  exports: [RunSavedQuery, SelectRecords],
})
export class QueriesModule {}
