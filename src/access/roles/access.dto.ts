import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { SCOPES, type EntityAccess, type Scope } from '#core/catalogue/scope.js';

/** An element of the answer of GET /access. */
@ApiSchema({ name: 'EntityAccess' })
export class EntityAccessDto {
  @ApiProperty({ example: 'Customer' }) readonly EntityName!: string;
  @ApiProperty({ enum: SCOPES, example: 'Own' }) readonly Create!: Scope;
  @ApiProperty({ enum: SCOPES, example: 'Team' }) readonly Read!: Scope;
  @ApiProperty({ enum: SCOPES, example: 'Own' }) readonly Update!: Scope;
  @ApiProperty({ enum: SCOPES, example: 'None' }) readonly Delete!: Scope;
}

/** An element of the answer of GET /permissions. */
@ApiSchema({ name: 'GrantedPermission' })
export class GrantedPermissionDto {
  @ApiProperty({ example: 'Orders.Export' }) readonly Name!: string;
  @ApiProperty({ example: 'SalesManager', description: 'Names of the roles that grant it, separated by commas.' })
  readonly Source!: string;
}

export const entityAccessDto = (entityName: string, access: EntityAccess): EntityAccessDto => ({
  EntityName: entityName,
  Create: access.create,
  Read: access.read,
  Update: access.update,
  Delete: access.delete,
});
