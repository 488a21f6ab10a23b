import { applyDecorators } from '@nestjs/common';
import { ApiCall, ApiEnvelope } from '#platform/http/openapi/api-call.js';
import { ListedQueryDto } from './listed-query.dto.js';

/** Documents GET /api/v1/queries. */
export const ListQueriesDocs = (): MethodDecorator =>
  applyDecorators(
    ApiCall({
      operationId: 'getSavedQueries',
      summary: 'Saved queries I may run',
      description:
        'Lists the saved queries that you may run, by entity and name, each with its parameters and the views that you ' +
        'may name in a run. A query over fields or entities that you may not read is absent.',
    }),
    ApiEnvelope({ title: 'SavedQueriesAnswer', description: 'One row for each query.', result: [ListedQueryDto] }),
  );
