import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import {
  FIELD_READS,
  OPERATION_NAMES,
  OPERATIONS,
  SCOPES,
  type EntityAccess,
  type FieldRead,
  type Scope,
} from '#core/catalogue/scope.js';

/** Right to a protected field. */
@ApiSchema({ name: 'FieldRight' })
class FieldAccessDto {
  @ApiProperty({ example: 'CreditLimit' }) readonly FieldName!: string;
  @ApiProperty({ enum: FIELD_READS, example: 'Masked' }) readonly Read!: FieldRead;
  @ApiProperty() readonly Write!: boolean;
}

/** An element of the answer of GET /access. */
@ApiSchema({ name: 'EntityAccess' })
export class EntityAccessDto {
  @ApiProperty({ example: 'Customer' }) readonly EntityName!: string;
  @ApiProperty({ enum: SCOPES, example: 'Own' }) readonly Create!: Scope;
  @ApiProperty({ enum: SCOPES, example: 'Team' }) readonly Read!: Scope;
  @ApiProperty({ enum: SCOPES, example: 'Own' }) readonly Update!: Scope;
  @ApiProperty({ enum: SCOPES, example: 'None' }) readonly Delete!: Scope;
  @ApiProperty({ type: [FieldAccessDto], required: false, description: 'Rights to protected fields; absent: none is.' })
  readonly Fields?: readonly FieldAccessDto[];
  @ApiProperty({
    enum: Object.values(OPERATION_NAMES),
    isArray: true,
    required: false,
    description: 'Operations whose rows clauses of roles limit; absent: none.',
  })
  readonly Conditions?: readonly string[];
}

/** An element of the answer of GET /permissions. */
@ApiSchema({ name: 'GrantedPermission' })
export class GrantedPermissionDto {
  @ApiProperty({ example: 'Orders.Export' }) readonly Name!: string;
  @ApiProperty({ example: 'SalesManager', description: 'Names of the roles that grant it, separated by commas.' })
  readonly Source!: string;
}

export const entityAccessDto = (
  entityName: string,
  access: EntityAccess,
  fields: readonly FieldAccessDto[] = [],
): EntityAccessDto => ({
  EntityName: entityName,
  Create: access.create,
  Read: access.read,
  Update: access.update,
  Delete: access.delete,
  ...(fields.length > 0 && { Fields: fields }),
  ...conditionsOf(access),
});

function conditionsOf({ rows, ...scopes }: EntityAccess): Pick<EntityAccessDto, 'Conditions'> {
  const limited = OPERATIONS.filter((operation) => rows?.[operation] && scopes[operation] !== 'None');
  return limited.length > 0 ? { Conditions: limited.map((operation) => OPERATION_NAMES[operation]) } : {};
}
