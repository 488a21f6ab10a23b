import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import type { RequestContext } from '#core/context/context.js';
import type { JsonValue } from '#core/json/json.js';
import { ShapeReader, type Members } from '#core/shapes/shape-reader.js';
import { readUuid } from '#core/values/uuid-text.js';
import { ANY_JSON } from '#platform/http/openapi/any-json.js';
import type { CloneCommand } from './clone-role.service.js';

/** Body of POST /api/v1/access/clone-role. */
@ApiSchema({ name: 'CloneRoleRequest' })
export class CloneRoleDto {
  @ApiProperty({ format: 'uuid', description: 'The role whose scopes and permissions are copied.' })
  readonly SourceRoleId!: string;

  @ApiProperty({
    format: 'uuid',
    description: 'The role whose scopes and permissions are replaced; not a system role.',
  })
  readonly TargetRoleId!: string;

  @ApiPropertyOptional({
    default: false,
    description: 'Answers the difference and changes nothing; also accepted as Options.DryRun.',
  })
  readonly DryRun?: boolean;
}

/** Number of copied scopes and permissions. */
@ApiSchema({ name: 'CopiedAccess' })
class CopiedAccessDto {
  @ApiProperty({ type: 'integer', example: 12 }) readonly Scopes!: number;
  @ApiProperty({ type: 'integer', example: 3 }) readonly Permissions!: number;
}

/** A difference between target and source role. */
@ApiSchema({ name: 'AccessDifference' })
class AccessDifferenceDto {
  @ApiProperty({ enum: ['Scope', 'Permission'] }) readonly Kind!: string;
  @ApiProperty({ example: 'Customer', description: 'Name of the entity or permission.' }) readonly Name!: string;
  @ApiProperty({
    ...ANY_JSON,
    description:
      'Access of the target role before: `{Create, Read, Update, Delete, WritableFields}` or null; for a permission a boolean.',
  })
  readonly From!: unknown;
  @ApiProperty({ ...ANY_JSON, description: 'Access of the target role after, in the same form.' })
  readonly To!: unknown;
}

/** `Result` of POST /api/v1/access/clone-role. */
@ApiSchema({ name: 'ClonedRole' })
export class ClonedRoleDto {
  @ApiProperty({ type: CopiedAccessDto }) readonly Copied!: CopiedAccessDto;
  @ApiProperty({ type: [AccessDifferenceDto] }) readonly Diff!: AccessDifferenceDto[];
}

function readId(members: Members, name: string): string {
  const text = members.text(name);
  const id = text === undefined ? undefined : readUuid(text);
  if (text !== undefined && id === undefined) members.fault(name, `${name} must be a UUID.`);
  return id ?? '';
}

/**
 * Reads the body of POST /api/v1/access/clone-role.
 * @throws {DomainError} with all faults of its shape.
 */
export function readCloneRole(
  ctx: RequestContext,
  body: JsonValue | undefined,
): { readonly command: CloneCommand; readonly log: readonly string[] } {
  const reader = new ShapeReader(ctx.preferences.strict);
  const members = reader.object(body, '', ['SourceRoleId', 'TargetRoleId', 'DryRun', 'Options']);
  const [sourceRoleId, targetRoleId] = [readId(members, 'SourceRoleId'), readId(members, 'TargetRoleId')];
  const options = members.has('Options')
    ? reader.closedObject(members.value('Options'), 'Options', ['DryRun'])
    : undefined;
  const dryRun = members.flag('DryRun', options?.flag('DryRun', false) ?? false);
  reader.faults.throwIfAny();
  return { command: { sourceRoleId, targetRoleId, dryRun }, log: reader.log };
}
