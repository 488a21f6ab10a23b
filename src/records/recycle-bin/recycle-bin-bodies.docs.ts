import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { WhereClauseDto } from '#platform/http/openapi/where-clause.docs.js';
import { WriteOptionsDto } from '#platform/http/openapi/write-options.docs.js';

/** Body of POST /api/v1/records/restore and /api/v1/records/purge. */
@ApiSchema({ name: 'RecycleBinRequest' })
export class RecycleBinDto {
  @ApiProperty({ example: 'Note', description: 'In any letter case.' }) readonly EntityName!: string;
  @ApiProperty({ type: WhereClauseDto }) readonly WhereClause!: WhereClauseDto;
  @ApiPropertyOptional({ type: WriteOptionsDto }) readonly Options?: WriteOptionsDto;
}
