import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { PARAMETER_TYPES, type Parameter } from '#core/catalogue/parameter.js';
import type { JsonValue } from '#core/json/json.js';
import { ANY_JSON } from './any-json.js';

/** Parameter of a saved query, or token of a workflow, whose value a caller gives in `Reqtokens`. */
@ApiSchema({ name: 'Parameter' })
export class ParameterDto {
  @ApiProperty({ example: 'Segments' }) readonly Name!: string;
  @ApiProperty({ enum: PARAMETER_TYPES, example: 'Text' }) readonly Type!: string;
  @ApiProperty({ description: 'A run without a value is refused.' }) readonly Required!: boolean;
  @ApiProperty({ description: 'It takes several values.' }) readonly IsList!: boolean;
  @ApiPropertyOptional({ ...ANY_JSON, description: 'A constant, or a name such as Today+30d or Me.' })
  readonly Default?: JsonValue;
}

export const parameterDto = ({ name, type, required, isList, default: value }: Parameter) => ({
  Name: name,
  Type: type,
  Required: required,
  IsList: isList,
  ...(value !== undefined && { Default: value }),
});
