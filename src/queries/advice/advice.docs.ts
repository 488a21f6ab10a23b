import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { ApiCall, ApiEnvelope } from '#platform/http/openapi/api-call.js';

const count = (description: string, example: number) => ({ type: 'integer', example, description }) as const;

/** A field of a proposed index. */
@ApiSchema({ name: 'IndexAdviceField' })
class IndexFieldAdvice {
  @ApiProperty({ example: 'Name' }) readonly FieldName!: string;
  @ApiProperty({ enum: [1, 2], example: 1, description: '1 ascending, 2 descending.' }) readonly Direction!: number;
}

/** A record of `Index` that can be inserted as it is. */
@ApiSchema({ name: 'IndexAdvice' })
export class IndexAdvice {
  @ApiProperty({ example: 'Customer' }) readonly EntityName!: string;
  @ApiProperty({ example: 'ByName' }) readonly Name!: string;
  @ApiProperty({ type: [IndexFieldAdvice] }) readonly Fields!: readonly IndexFieldAdvice[];
}

/** An element of the answer of GET /api/v1/queries/advice. */
@ApiSchema({ name: 'QueryAdvice' })
export class QueryAdvice {
  @ApiProperty({ example: 'Customer' }) readonly EntityName!: string;
  @ApiProperty({
    example: 'WHERE Name GreaterThan ? SORT Name, Id PAGE COUNT Exact SCOPE All',
    description: 'The query without its values.',
  })
  readonly Shape!: string;
  @ApiProperty(count('Calls since the query was slow first.', 42)) readonly Calls!: number;
  @ApiProperty({ example: 180.5, description: 'Mean duration in milliseconds.' }) readonly MeanMs!: number;
  @ApiProperty({ example: 256, description: '95 % of the calls took at most this long, in milliseconds.' })
  readonly P95Ms!: number;
  @ApiProperty({ ...count('Rows that one measured call read.', 40_000), nullable: true })
  readonly RowsRead!: number | null;
  @ApiProperty({ ...count('Rows that this call answered.', 51), nullable: true })
  readonly RowsAnswered!: number | null;
  @ApiProperty({ type: [String], description: 'What else makes it slow, and what to do.' })
  readonly Hints!: readonly string[];
  @ApiPropertyOptional({ type: IndexAdvice, description: 'The index that would help, to be inserted as it is.' })
  readonly Index?: IndexAdvice;
}

/** Documents GET /api/v1/queries/advice. */
export const GetAdviceDocs = (): MethodDecorator =>
  applyDecorators(
    ApiCall({
      operationId: 'getQueryAdvice',
      summary: 'Slow queries and how to make them fast',
      description:
        'Lists the slow queries of the environment by their shape, without values, those that took most time first. ' +
        '`Index` is a record to insert: the service then makes the index beside all reads and writes. For ' +
        'Administrators.',
      refusals: ['AdministratorRequired'],
    }),
    ApiEnvelope({ title: 'QueryAdviceAnswer', description: 'The slow queries.', result: [QueryAdvice] }),
  );
