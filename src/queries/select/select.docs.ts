import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiProperty, ApiPropertyOptional, ApiSchema, getSchemaPath } from '@nestjs/swagger';
import { PAGE_MEMBERS } from '#platform/http/openapi/answer-schemas.js';
import { ApiCall, ApiEnvelope, ApiJsonBody, ApiRequestHeader, BODY_REFUSALS } from '#platform/http/openapi/api-call.js';
import { WhereClauseDto } from '#platform/http/openapi/where-clause.docs.js';
import { SELECT_EXAMPLES } from './select-examples.docs.js';
import { MAX_AGGREGATES, MAX_GROUP_COLUMNS } from '#core/requests/read-grouping.js';
import { MAX_INCLUDES } from '#core/requests/read-includes.js';
import { MAX_SELECTED_FIELDS, MAX_SORT_ITEMS } from '#core/requests/read-page.js';
import { AggregateDto, GroupItemDto, IncludeDto, PagerDto, SortItemDto } from './select-parts.docs.js';
import { MAX_ROWS } from '#queries/core/select/select-plan.js';

/** `Options` of a query. */
@ApiSchema({ name: 'SelectOptions' })
class SelectOptionsDto {
  @ApiPropertyOptional({ default: false, description: 'Negative operators match fields without a value too.' })
  readonly NullSafeNegation?: boolean;
}

/** Body of POST /api/v1/queries/select. */
@ApiExtraModels(GroupItemDto)
@ApiSchema({ name: 'SelectRequest' })
class SelectDto {
  @ApiProperty({ example: 'Customer', description: 'Name of the entity, in any letter case.' })
  readonly EntityName!: string;

  @ApiPropertyOptional({
    type: [String],
    example: ['Id', 'Name', 'RegionId.Name'],
    maxItems: MAX_SELECTED_FIELDS,
    description:
      'Fields of the rows, in this order, each once; `*` stands for all fields of the entity. Absent, null or empty: all fields.',
  })
  readonly SelectedFields?: string[];

  @ApiPropertyOptional({ type: WhereClauseDto })
  readonly WhereClause?: WhereClauseDto;

  @ApiPropertyOptional({
    type: [SortItemDto],
    maxItems: MAX_SORT_ITEMS,
    description: 'Id is always the last sort key.',
  })
  readonly Sort?: SortItemDto[];

  @ApiPropertyOptional({ type: PagerDto })
  readonly Pager?: PagerDto;

  @ApiPropertyOptional({
    type: [IncludeDto],
    maxItems: MAX_INCLUDES,
    description: 'Related records inside the rows, read by the same statement.',
  })
  readonly Includes?: IncludeDto[];

  @ApiPropertyOptional({
    type: 'array',
    items: { oneOf: [{ type: 'string' }, { $ref: getSchemaPath(GroupItemDto) }] },
    maxItems: MAX_GROUP_COLUMNS,
    example: ['Priority'],
    description: 'Fields to group by; a dotted name follows lookups. Each row of the answer is then a group.',
  })
  readonly GroupBy?: (string | GroupItemDto)[];

  @ApiPropertyOptional({
    type: [AggregateDto],
    maxItems: MAX_AGGREGATES,
    description: 'Aggregates of each group; without GroupBy there is one row, even for no records.',
  })
  readonly Aggregates?: AggregateDto[];

  @ApiPropertyOptional({
    type: WhereClauseDto,
    description: 'Filters groups by the columns of GroupBy and the aliases of Aggregates.',
  })
  readonly Having?: WhereClauseDto;

  @ApiPropertyOptional({ default: false, description: 'Answers each combination of the SelectedFields once.' })
  readonly Distinct?: boolean;

  @ApiPropertyOptional({
    example: 'markt',
    description:
      'Words, separated by blanks: each must occur in a Text, LongText or AutoNumber field of the record, in any letter case.',
  })
  readonly GlobalSearch?: string;

  @ApiPropertyOptional({ default: false, description: 'Includes the children of all relations, one level deep.' })
  readonly LoadChildren?: boolean;

  @ApiPropertyOptional({ type: SelectOptionsDto })
  readonly Options?: SelectOptionsDto;

  @ApiPropertyOptional({ default: false, description: 'Shows lookups as `{Id, <display field>}` instead of the Id.' })
  readonly LoadLookUpValues?: boolean;

  @ApiPropertyOptional({
    default: false,
    description: 'Adds the system fields as an object `RecordInfo`.',
  })
  readonly LoadRecordInfo?: boolean;

  @ApiPropertyOptional({ default: false, description: 'Includes deleted records; Administrators only.' })
  readonly IncludeDeleted?: boolean;
}

const EXAMPLE_ROW = {
  CustomerNumber: 'CUS-00001',
  Name: 'Alpenmarkt AG',
  CreditLimit: 60_000,
  'RegionId.Name': 'North',
};

/** Documents POST /api/v1/queries/select. */
export const SelectDocs = (): MethodDecorator =>
  applyDecorators(
    ApiCall({
      operationId: 'selectRecords',
      summary: 'Find records',
      description:
        `Answers the matching rows of one entity that you may read. Needs read scope; rows outside it are neither ` +
        `answered nor counted, and a lookup to one acts as null. Without a Pager at most ${MAX_ROWS} rows are ` +
        `answered; \`Truncated\` is true if there are more.`,
      refusals: [
        ...BODY_REFUSALS,
        'AdministratorRequired',
        'UnknownEntity',
        'ScopeNone',
        'BadFilter',
        'TooManyRows',
        'UnknownField',
        'QueryTimeout',
      ],
    }),
    ApiRequestHeader('Prefer', '`handling=strict` refuses every unknown member of the body.'),
    ApiJsonBody(SelectDto, SELECT_EXAMPLES),
    ApiEnvelope({
      title: 'SelectAnswer',
      description:
        'One object for each row, its members in the order of `SelectedFields`; dotted fields keep their name.',
      result: { type: 'array', items: { type: 'object', additionalProperties: true, example: EXAMPLE_ROW } },
      members: PAGE_MEMBERS,
    }),
  );
