import { Module } from '@nestjs/common';
import { DefinitionsModule } from '../definitions/index.js';
import { QueriesModule } from '../queries/index.js';
import { SavedQueriesModule } from '../saved-queries/index.js';
import { CheckLists } from './check-lists.service.js';
import { GetList } from './get-list.service.js';
import { ListsController } from './lists.controller.js';
import { StoredLists } from './stored-lists.service.js';

/** Values for dropdowns, from entities, fields, named lists and saved queries. */
@Module({
  imports: [DefinitionsModule, QueriesModule, SavedQueriesModule],
  controllers: [ListsController],
  providers: [CheckLists, GetList, StoredLists],
})
export class ListsModule {}
