import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { JsonObject } from '#core/json/json.js';
import { ParameterDto, parameterDto } from '#platform/http/openapi/parameter.dto.js';
import type { SavedQuery } from '#queries/core/saved/saved-query.js';

const UUID = { format: 'uuid' } as const;

@ApiSchema({ name: 'ListedView' })
class ListedViewDto {
  @ApiProperty(UUID) readonly Id!: string;
  @ApiProperty({ example: 'Compact' }) readonly Name!: string;
  @ApiProperty({ enum: ['Private', 'Role', 'All'] }) readonly Visibility!: string;
}

/** An element of the answer of GET /queries. */
@ApiSchema({ name: 'ListedQuery' })
export class ListedQueryDto {
  @ApiProperty(UUID) readonly Id!: string;
  @ApiProperty({ example: 'CustomersBySegment' }) readonly Name!: string;
  @ApiProperty({ example: 'Customer' }) readonly EntityName!: string;
  @ApiProperty({ type: [ParameterDto] }) readonly Parameters!: readonly ParameterDto[];
  @ApiProperty({ type: [ListedViewDto] }) readonly Views!: readonly ListedViewDto[];
}

export const listedQueryDto = ({ id, name, entityName, parameters, views }: SavedQuery): JsonObject => ({
  Id: id,
  Name: name,
  EntityName: entityName,
  Parameters: parameters.map(parameterDto),
  Views: views.map((view) => ({ Id: view.id, Name: view.name, Visibility: view.visibility })),
});
