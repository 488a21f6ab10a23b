import { ApiProperty, ApiPropertyOptional, ApiSchema, getSchemaPath } from '@nestjs/swagger';
import { FIELD_READS, type FieldRead, SCOPES, type Scope } from '#core/catalogue/scope.js';
import type { RequestContext } from '#core/context/context.js';
import { readerOf } from '#core/context/reader-of.js';
import type { JsonValue } from '#core/json/json.js';
import { nearMiss, shortened } from '#core/nearest.js';
import type { Members, ShapeReader } from '#core/shapes/shape-reader.js';
import { readUuid } from '#core/values/uuid-text.js';
import type { BatchStep } from '#records/core/batch/batch-command.js';
import { readSteps } from '#records/index.js';
import { MAX_SAMPLES, MAX_USERS } from '#access/core/previews/preview.js';
import type { PreviewQuestion } from './preview-question.js';

/** Entities whose changes are previewed. */
const PREVIEWED = ['RoleAccess', 'FieldAccess', 'RolePermission', 'UserRole', 'TeamMember', 'User', 'Role'] as const;

const OPERATION = { enum: ['Create', 'Read', 'Update', 'Delete'] };
const COUNT = { type: 'integer', nullable: true } as const;

/** Body of POST /api/v1/access/preview. */
@ApiSchema({ name: 'PreviewAccessRequest' })
export class PreviewAccessDto {
  @ApiProperty({
    type: 'array',
    items: {
      oneOf: ['InsertStep', 'UpdateStep', 'DeleteStep', 'UpsertStep'].map((name) => ({ $ref: getSchemaPath(name) })),
    },
    minItems: 1,
    maxItems: 1_000,
    description: `Steps as of a batch, on ${PREVIEWED.join(', ')}.`,
  })
  readonly Changes!: object[];

  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'string', format: 'uuid' },
    maxItems: MAX_USERS,
    description: 'Only these users. Default: all whose access changes.',
  })
  readonly UserIds?: string[];
}

/** A record that users gain or lose. */
@ApiSchema({ name: 'PreviewedRecord' })
class PreviewedRecordDto {
  @ApiProperty({ format: 'uuid' }) readonly Id!: string;
  @ApiProperty({ format: 'uuid' }) readonly RecordInformationId!: string;
  @ApiProperty({ type: String, nullable: true, description: 'Value of the display field.' })
  readonly Text!: string | null;
}

/** An element of `Summary`. */
@ApiSchema({ name: 'PreviewedEntity' })
class PreviewedEntityDto {
  @ApiProperty({ example: 'Customer' }) readonly EntityName!: string;
  @ApiProperty(OPERATION) readonly Operation!: string;
  @ApiProperty({ type: 'integer', description: 'Users for whom it changes.' }) readonly Users!: number;
  @ApiProperty({ ...COUNT, description: 'Distinct records, up to 1,001; null: not counted.' })
  readonly Gained!: number | null;
  @ApiProperty({ ...COUNT, description: 'As Gained.' }) readonly Lost!: number | null;
  @ApiProperty({ type: [PreviewedRecordDto], maxItems: MAX_SAMPLES, description: 'Some of the records.' })
  readonly Sample!: PreviewedRecordDto[];
}

/** An element of `Users`. */
@ApiSchema({ name: 'PreviewedUser' })
class PreviewedUserDto {
  @ApiProperty({ format: 'uuid' }) readonly UserId!: string;
  @ApiProperty({ example: 'nina.north' }) readonly UserName!: string;
  @ApiProperty({ example: 'Customer' }) readonly EntityName!: string;
  @ApiProperty(OPERATION) readonly Operation!: string;
  @ApiProperty({ enum: SCOPES, example: 'Own' }) readonly From!: Scope;
  @ApiProperty({ enum: SCOPES, example: 'Team' }) readonly To!: Scope;
  @ApiProperty({ ...COUNT, description: 'Records, up to 1,001; null: not counted.' }) readonly Gained!: number | null;
  @ApiProperty({ ...COUNT, description: 'As Gained.' }) readonly Lost!: number | null;
}

/** An element of `Fields`. */
@ApiSchema({ name: 'PreviewedField' })
class PreviewedFieldDto {
  @ApiProperty({ format: 'uuid' }) readonly UserId!: string;
  @ApiProperty({ example: 'nina.north' }) readonly UserName!: string;
  @ApiProperty({ example: 'Customer' }) readonly EntityName!: string;
  @ApiProperty({ example: 'CreditLimit' }) readonly FieldName!: string;
  @ApiProperty({ enum: FIELD_READS, example: 'None' }) readonly From!: FieldRead;
  @ApiProperty({ enum: FIELD_READS, example: 'Full' }) readonly To!: FieldRead;
  @ApiProperty({ description: 'Right to write it before.' }) readonly WriteFrom!: boolean;
  @ApiProperty({ description: 'Right to write it after.' }) readonly WriteTo!: boolean;
}

/** `Result` of POST /api/v1/access/preview. */
@ApiSchema({ name: 'PreviewedAccess' })
export class PreviewedAccessDto {
  @ApiProperty({ type: [PreviewedEntityDto] }) readonly Summary!: PreviewedEntityDto[];
  @ApiProperty({ type: [PreviewedUserDto] }) readonly Users!: PreviewedUserDto[];
  @ApiProperty({ type: [PreviewedFieldDto], description: 'Rights to protected fields.' })
  readonly Fields!: PreviewedFieldDto[];
}

/**
 * Reads the body of POST /api/v1/access/preview; the bodies of its steps are read as they are prepared.
 * @throws {DomainError} with all faults of its shape
 */
export function readPreview(ctx: RequestContext, body: JsonValue | undefined): PreviewQuestion {
  const reader = readerOf(ctx);
  const members = reader.closedObject(body, '', ['Changes', 'UserIds']);
  const steps = readSteps(ctx, reader, members, 'Changes');
  for (const [i, step] of steps.entries()) refuseOthers(reader, step, `Changes[${i}].EntityName`);
  const userIds = readIds(members);
  reader.faults.throwIfAny();
  return { steps, userIds, log: reader.log };
}

/** Refuses a step on an entity that gives no access. A missing name is found as the step is prepared. */
function refuseOthers(reader: ShapeReader, { body: { EntityName: name } }: BatchStep, path: string): void {
  if (typeof name !== 'string') return;
  if (PREVIEWED.some((each) => each.toLowerCase() === name.toLowerCase())) return;
  const near = nearMiss(name, PREVIEWED);
  const hint = near ? ` Did you mean '${near}'?` : '';
  const message = `Changes of ${shortened(name)} are not previewed: EntityName must be one of ${PREVIEWED.join(', ')}.${hint}`;
  reader.faults.add('Validation', message, { path });
}

function readIds(members: Members): readonly string[] | undefined {
  const items = members.optionalArray('UserIds');
  if (items?.length === 0) return members.fault('UserIds', 'UserIds must name a user; leave it out for all users.');
  if (items && items.length > MAX_USERS)
    return members.fault('UserIds', `UserIds has at most ${MAX_USERS} users, not ${items.length}.`, 'TooManyRows');
  return items?.map((item, i) => {
    const id = typeof item === 'string' ? readUuid(item) : undefined;
    if (id === undefined) members.fault(`UserIds[${i}]`, `UserIds[${i}] must be a UUID.`);
    return id ?? '';
  });
}
