import { Module } from '@nestjs/common';
import { DefinitionsModule } from '../definitions/index.js';
import { QueriesModule } from '../queries/index.js';
import { CheckSavedQueries } from './check-saved-queries.service.js';
import { PrepareSavedQuery } from './prepare-saved-query.service.js';
import { RunSavedQuery } from './run-saved-query.service.js';
import { SavedQueriesController } from './saved-queries.controller.js';
import { SavedQueries } from './saved-queries.service.js';

/** Saved queries with parameters and views. */
@Module({
  imports: [DefinitionsModule, QueriesModule],
  controllers: [SavedQueriesController],
  providers: [CheckSavedQueries, PrepareSavedQuery, RunSavedQuery, SavedQueries],
  exports: [PrepareSavedQuery, RunSavedQuery],
})
export class SavedQueriesModule {}
