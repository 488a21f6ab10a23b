import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { MAX_INCLUDE_DEPTH } from '#core/requests/read-includes.js';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '#core/requests/read-page.js';
import {
  AGGREGATE_FUNCTIONS,
  BUCKETS,
  COUNT_MODES,
  type AggregateFunction,
  type Bucket,
  type CountMode,
} from '#core/requests/select-command.js';
import { numberOrName } from '#platform/http/openapi/number-or-name.js';
import { WhereClauseDto } from '#platform/http/openapi/where-clause.docs.js';

/** An element of `Sort`. */
@ApiSchema({ name: 'SortItem' })
export class SortItemDto {
  @ApiProperty({ example: 'Name', description: 'A field; a dotted name follows lookups.' })
  readonly FieldName!: string;

  @ApiPropertyOptional({
    ...numberOrName({ enum: [1, 2] }, ['ASC', 'DESC']),
    default: 1,
    description: '1 or `ASC`: ascending, rows without a value last. 2 or `DESC`: descending.',
  })
  readonly Direction?: number | string;
}

/** Requested page. */
@ApiSchema({ name: 'Pager' })
export class PagerDto {
  @ApiPropertyOptional({ type: 'integer', minimum: 1, default: 1 })
  readonly PageNumber?: number;

  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE, default: DEFAULT_PAGE_SIZE })
  readonly PageSize?: number;

  @ApiPropertyOptional({
    enum: COUNT_MODES,
    default: 'Exact',
    description: 'How `TotalRecords` is counted; `TotalIsExact` says whether it is exact.',
  })
  readonly Count?: CountMode;

  @ApiPropertyOptional({
    description: '`NextCursor` of the previous page, unless it is null. Every page costs the same.',
  })
  readonly Cursor?: string;
}

/** An element of `Includes`. */
@ApiSchema({
  name: 'Include',
  description: `Related records inside each row, at most ${MAX_INCLUDE_DEPTH} levels deep. Only those you may read.`,
})
export class IncludeDto {
  @ApiProperty({
    example: 'OrderLines',
    description:
      'A relation, a lookup field, or a child entity to which a single relation leads. The member of the row ' +
      'has this name: an array, or for a lookup an object or null.',
  })
  readonly Name!: string;

  @ApiPropertyOptional({ type: [String], example: ['LineNumber', 'ProductId.Name'] })
  readonly SelectedFields?: string[];

  @ApiPropertyOptional({ type: WhereClauseDto })
  readonly WhereClause?: WhereClauseDto;

  @ApiPropertyOptional({ type: [SortItemDto] })
  readonly Sort?: SortItemDto[];

  @ApiPropertyOptional({
    type: 'object',
    properties: {
      PageNumber: { type: 'integer', minimum: 1, default: 1 },
      PageSize: { type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE, default: DEFAULT_PAGE_SIZE },
    },
    additionalProperties: false,
    description: `Page of each row's related records. Absent: the first ${MAX_PAGE_SIZE}.`,
  })
  readonly Pager?: object;

  @ApiPropertyOptional({ type: () => [IncludeDto] })
  readonly Includes?: IncludeDto[];
}

/** Element of `GroupBy` with options. */
@ApiSchema({ name: 'GroupItem' })
export class GroupItemDto {
  @ApiProperty({ example: 'OrderDate' })
  readonly FieldName!: string;

  @ApiPropertyOptional({
    enum: BUCKETS,
    description: 'For a Date or DateTime field; the column holds the first day of the bucket. Weeks start on Monday.',
  })
  readonly Bucket?: Bucket;

  @ApiPropertyOptional({
    example: 'Europe/Berlin',
    description: "Time zone of the days of a DateTime field, only together with Bucket; default: the environment's.",
  })
  readonly TimeZone?: string;
}

/** An element of `Aggregates`. */
@ApiSchema({ name: 'Aggregate' })
export class AggregateDto {
  @ApiProperty({ enum: AGGREGATE_FUNCTIONS })
  readonly Function!: AggregateFunction;

  @ApiPropertyOptional({
    example: 'CreditLimit',
    description: 'The aggregated field; Count without a field counts rows.',
  })
  readonly FieldName?: string;

  @ApiPropertyOptional({
    pattern: '^[A-Za-z][A-Za-z0-9_]{0,62}$',
    description: 'Default: the function and the field, such as `SumCreditLimit`.',
  })
  readonly Alias?: string;
}
