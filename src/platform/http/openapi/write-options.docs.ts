import { ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';

const DRY_RUN = {
  default: false,
  description: 'Dry run: runs the write, answers its result, and rolls it back.',
};

/** `Options` of an insert. */
@ApiSchema({ name: 'InsertOptions' })
export class InsertOptionsDto {
  @ApiPropertyOptional(DRY_RUN) readonly DryRun?: boolean;
}

/** `Options` of a step of a batch that changes or deletes records: the whole batch is a dry run, or none of it. */
@ApiSchema({ name: 'StepOptions' })
export class StepOptionsDto {
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

/** `Options` of a write to the records that match a where-clause. */
@ApiSchema({ name: 'WriteOptions' })
export class WriteOptionsDto extends StepOptionsDto {
  @ApiPropertyOptional(DRY_RUN) readonly DryRun?: boolean;
}
