import { Module } from '@nestjs/common';
import { AdviceController } from './advice.controller.js';
import { ExplainQueries } from './explain-queries.service.js';
import { GetAdvice } from './get-advice.service.js';
import { QueryShapeRepository } from './query-shape.repository.js';
import { WatchQueries } from './watch-queries.service.js';

/** Advice on slow queries. */
@Module({
  controllers: [AdviceController],
  providers: [ExplainQueries, GetAdvice, QueryShapeRepository, WatchQueries],
  exports: [WatchQueries],
})
export class QueryAdviceModule {}
