import { ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';

/** `Options` of an insert. */
@ApiSchema({ name: 'InsertOptions' })
export class InsertOptionsDto {
  @ApiPropertyOptional({
    default: false,
    description: 'Dry run: runs the write, answers its result, and rolls it back.',
  })
  readonly DryRun?: boolean;
}

/** `Options` of a write to the records that match a where-clause. */
@ApiSchema({ name: 'WriteOptions' })
export class WriteOptionsDto extends InsertOptionsDto {
  @ApiPropertyOptional({
    type: 'integer',
    format: 'int64',
    minimum: 0,
    description: 'RowVersion that every matched row must have. The header If-Match is an alternative.',
  })
  readonly ExpectedVersion?: number;

  @ApiPropertyOptional({ default: false, description: 'Negative operators also match fields without a value.' })
  readonly NullSafeNegation?: boolean;
}
