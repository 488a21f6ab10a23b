import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { ApiCall, ApiEnvelope, ApiJsonBody, ApiRequestHeader, BODY_REFUSALS } from '../../platform/openapi/api-call.js';
import { WhereClauseDto } from '../../platform/openapi/where-clause.dto.js';
import { COUNT_MODES, type CountMode } from './select-command.js';
import { SELECT_EXAMPLES } from './select-examples.js';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, MAX_SELECTED_FIELDS, MAX_SORT_ITEMS } from './read-select.js';
import { MAX_ROWS } from './select-plan.js';

/** One element of `Sort`. */
@ApiSchema({ name: 'SortItem' })
class SortItemDto {
  @ApiProperty({ example: 'Name', description: 'A field; a dotted name follows lookups.' })
  readonly FieldName!: string;

  @ApiPropertyOptional({
    type: 'integer',
    enum: [1, 2],
    default: 1,
    description: '1 (or ASC) ascending, no values last; 2 (or DESC) descending.',
  })
  readonly Direction?: number;
}

/** Which page of the rows. */
@ApiSchema({ name: 'Pager' })
class PagerDto {
  @ApiPropertyOptional({ type: 'integer', minimum: 1, default: 1 })
  readonly PageNumber?: number;

  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE, default: DEFAULT_PAGE_SIZE })
  readonly PageSize?: number;

  @ApiPropertyOptional({
    enum: COUNT_MODES,
    default: 'Exact',
    description: 'How `TotalRecords` is found; `TotalIsExact` tells whether it is exact.',
  })
  readonly Count?: CountMode;

  @ApiPropertyOptional({
    description: '`NextCursor` of the page before, as often as it is not null: every page costs the same.',
  })
  readonly Cursor?: string;
}

/** `Options` of a query. */
@ApiSchema({ name: 'SelectOptions' })
class SelectOptionsDto {
  @ApiPropertyOptional({ default: false, description: 'Negative operators match fields without a value too.' })
  readonly NullSafeNegation?: boolean;
}

/** Body of POST /api/v1/queries/select. */
@ApiSchema({ name: 'SelectRequest' })
class SelectDto {
  @ApiProperty({ example: 'Customer', description: 'In any letter case.' })
  readonly EntityName!: string;

  @ApiPropertyOptional({
    type: [String],
    example: ['Id', 'Name', 'RegionId.Name'],
    maxItems: MAX_SELECTED_FIELDS,
    description: 'Exactly these, in this order, each once. Absent, null or empty: all fields.',
  })
  readonly SelectedFields?: string[];

  @ApiPropertyOptional({ type: WhereClauseDto })
  readonly WhereClause?: WhereClauseDto;

  @ApiPropertyOptional({ type: [SortItemDto], maxItems: MAX_SORT_ITEMS, description: 'Every order ends with Id.' })
  readonly Sort?: SortItemDto[];

  @ApiPropertyOptional({ type: PagerDto })
  readonly Pager?: PagerDto;

  @ApiPropertyOptional({ type: SelectOptionsDto })
  readonly Options?: SelectOptionsDto;

  @ApiPropertyOptional({ default: false, description: 'Lookups as `{Id, <display field>}` instead of the bare Id.' })
  readonly LoadLookUpValues?: boolean;

  @ApiPropertyOptional({
    default: false,
    description: 'Adds `RecordInfo`, the system fields as an object of their own.',
  })
  readonly LoadRecordInfo?: boolean;

  @ApiPropertyOptional({ default: false, description: 'Deleted records too; for Administrators.' })
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
      description: `The rows of one entity that match and that you may read. Needs the read scope; rows outside it are neither answered nor counted, and a lookup that leads to one acts as null. Without a Pager at most ${MAX_ROWS} rows; \`Truncated\` tells of more.`,
      refusals: [
        ...BODY_REFUSALS,
        'AdministratorRequired',
        'UnknownEntity',
        'ScopeNone',
        'BadFilter',
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
      members: {
        TotalIsExact: { type: 'boolean', example: true },
        Truncated: { type: 'boolean', example: false, description: 'Without a Pager: there are more rows than these.' },
        NextCursor: {
          type: ['string', 'null'],
          example: null,
          description: 'With a Pager: where the next page begins.',
        },
      },
    }),
  );
