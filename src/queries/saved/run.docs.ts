import { applyDecorators } from '@nestjs/common';
import { ApiParam, ApiPropertyOptional, ApiSchema, getSchemaPath } from '@nestjs/swagger';
import { PAGE_MEMBERS } from '#platform/http/openapi/answer-schemas.js';
import { ApiCall, ApiEnvelope, ApiJsonBody, ApiRequestHeader, BODY_REFUSALS } from '#platform/http/openapi/api-call.js';
import { ANY_JSON } from '#platform/http/openapi/any-json.js';
import { WhereClauseDto } from '#platform/http/openapi/where-clause.docs.js';

/** Example bodies of a run of the demo's `Customer/CustomersBySegment`. */
const RUN_EXAMPLES = {
  'Tokens and a view, page, order': {
    Reqtokens: { Segments: ['Retail', 'Wholesale'], NameStartsWith: 'a' },
    SavedView: 'Compact',
    Pager: { PageNumber: 1, PageSize: 20 },
    Sort: [{ FieldName: 'Name', Direction: 1 }],
  },
  'With further filters': {
    Reqtokens: { Segments: 'Retail,Wholesale' },
    SavedView: 'Compact',
    WhereClause: { Filters: [{ FieldName: 'RegionId.Code', Operator: 3, Value: 'NO' }] },
  },
};

const EITHER_VIEW = 'Another name of `SavedView`.';

/** Body of POST /api/v1/queries/execute/…; schemas of other routes are referenced by name. */
@ApiSchema({ name: 'RunQueryRequest' })
class RunQueryDto {
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: ANY_JSON,
    example: { Segments: ['Retail', 'Wholesale'], NameStartsWith: 'a' },
    description:
      'Values by parameter name, in any letter case. A required parameter that is missing or `""` is refused. ' +
      'An optional one takes its default; without a default its filter is removed. `null` is a value.',
  })
  readonly Reqtokens?: Record<string, unknown>;

  @ApiPropertyOptional({ allOf: [{ $ref: getSchemaPath('Pager') }] })
  readonly Pager?: object;

  @ApiPropertyOptional({
    type: 'array',
    items: { $ref: getSchemaPath('SortItem') },
    description: 'Order that replaces the saved one.',
  })
  readonly Sort?: object[];

  @ApiPropertyOptional({
    type: WhereClauseDto,
    description: 'Additional filter. For a query with groups, only fields of its `GroupBy` are allowed.',
  })
  readonly WhereClause?: WhereClauseDto;

  @ApiPropertyOptional({ example: 'ActiveOnly', description: 'Name or id of a saved view of the query.' })
  readonly SavedView?: string;

  @ApiPropertyOptional({ description: EITHER_VIEW })
  readonly CustomViewId?: string;

  @ApiPropertyOptional({ description: EITHER_VIEW })
  readonly CustomViewID?: string;

  @ApiPropertyOptional({
    allOf: [{ $ref: getSchemaPath('SelectOptions') }],
    description: '`NullSafeNegation` of this `WhereClause`; that of the saved query is stored with it.',
  })
  readonly Options?: object;
}

const RunDocs = (operationId: string, which: string): MethodDecorator =>
  applyDecorators(
    ApiCall({
      operationId,
      summary: `Run a saved query by ${which}`,
      description:
        'Answers the rows of the query that you may read, in the form of `POST /queries/select`. Needs read scope ' +
        'of its entity. The body is optional if no parameter is required.',
      refusals: [
        ...BODY_REFUSALS,
        'UnknownEntity',
        'ScopeNone',
        'BadFilter',
        'UnknownField',
        'NotFound',
        'QueryTimeout',
      ],
    }),
    ApiRequestHeader('Prefer', '`handling=strict` refuses every unknown member of the body.'),
    ApiJsonBody(RunQueryDto, RUN_EXAMPLES, { required: false }),
    ApiEnvelope({
      title: 'RunQueryAnswer',
      description: 'One object for each row, with the fields of the query or view.',
      result: {
        type: 'array',
        items: { type: 'object', additionalProperties: true, example: { Name: 'Alpenmarkt AG' } },
      },
      members: PAGE_MEMBERS,
    }),
  );

/** Documents POST /api/v1/queries/execute/{appObjectName}/{queryName}. */
export const RunByNameDocs = (): MethodDecorator =>
  applyDecorators(
    ApiParam({ name: 'appObjectName', example: 'Customer', description: 'The entity, in any letter case.' }),
    ApiParam({ name: 'queryName', example: 'CustomersBySegment', description: 'In any letter case.' }),
    RunDocs('runSavedQueryByName', 'name'),
  );

/** Documents POST /api/v1/queries/execute/{queryId}. */
export const RunByIdDocs = (): MethodDecorator =>
  applyDecorators(
    ApiParam({
      name: 'queryId',
      schema: { type: 'string', format: 'uuid', example: '28dd1dba-b07d-41e8-9332-f888302d4b3e' },
    }),
    RunDocs('runSavedQueryById', 'id'),
  );
