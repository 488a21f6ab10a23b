import { ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';

/** `Options` of an insert. */
@ApiSchema({ name: 'InsertOptions' })
export class InsertOptionsDto {
  @ApiPropertyOptional({ default: false, description: 'Run for real, answer what would happen, leave nothing.' })
  readonly DryRun?: boolean;
}

/** `Options` of a write of the records that match a where-clause. */
@ApiSchema({ name: 'WriteOptions' })
export class WriteOptionsDto extends InsertOptionsDto {
  @ApiPropertyOptional({
    type: 'integer',
    format: 'int64',
    minimum: 0,
    description: 'RowVersion that every matched row must have; as a header: If-Match.',
  })
  readonly ExpectedVersion?: number;

  @ApiPropertyOptional({ default: false, description: 'Negative operators match fields without a value too.' })
  readonly NullSafeNegation?: boolean;
}
