import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

/** One test of a where-clause. */
export class FilterDto {
  @ApiProperty({ example: 'Name', description: 'A field; a dotted name follows up to 5 lookups.' })
  readonly FieldName!: string;

  @ApiProperty({ example: 3, description: 'Number or name of the operator; 3 is EqualTo.' })
  readonly Operator!: number;

  @ApiPropertyOptional({ type: Object, example: 'Contoso' })
  readonly Value?: unknown;

  @ApiPropertyOptional({ example: 1, description: 'The number FilterLogic knows the filter by.' })
  readonly Sequence?: number;

  @ApiPropertyOptional({ enum: [1, 2, 3, 4], default: 1, description: '1 literal, 2 parameter, 3 field, 4 global.' })
  readonly ValueType?: number;
}

/** Which rows: filters, and how they are joined. */
export class WhereClauseDto {
  @ApiProperty({ type: [FilterDto] })
  readonly Filters!: FilterDto[];

  @ApiPropertyOptional({ example: '1 AND (2 OR NOT 3)', description: 'Absent or empty: all of them.' })
  readonly FilterLogic?: string;
}
