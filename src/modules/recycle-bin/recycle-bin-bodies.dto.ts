import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { WhereClauseDto } from '../../platform/openapi/where-clause.dto.js';

/** `Options` of a restore or purge. */
@ApiSchema({ name: 'RecycleBinOptions' })
class RecycleBinOptionsDto {
  @ApiPropertyOptional({ default: false, description: 'Run for real, answer what would happen, leave nothing.' })
  readonly DryRun?: boolean;

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

/** Body of POST /api/v1/records/restore and /api/v1/records/purge. */
@ApiSchema({ name: 'RecycleBinRequest' })
export class RecycleBinDto {
  @ApiProperty({ example: 'Note', description: 'In any letter case.' }) readonly EntityName!: string;
  @ApiProperty({ type: WhereClauseDto }) readonly WhereClause!: WhereClauseDto;
  @ApiPropertyOptional({ type: RecycleBinOptionsDto }) readonly Options?: RecycleBinOptionsDto;
}
