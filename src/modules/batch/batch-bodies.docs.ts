import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { ANY_JSON } from '../../platform/openapi/any-json.js';
import { BATCH_MODES, MAX_STEPS, STEP_OPERATIONS } from './batch-command.js';

/** An element of `Fields`, as that of an insert. */
@ApiSchema({ name: 'UpsertAssignment' })
class UpsertAssignmentDto {
  @ApiProperty({ example: 'TaxId' }) readonly FieldName!: string;
  @ApiProperty({ ...ANY_JSON, example: 'DE900000009' }) readonly Value!: unknown;
}

/** `Options` of an upsert. */
@ApiSchema({ name: 'UpsertOptions' })
class UpsertOptionsDto {
  @ApiPropertyOptional({ default: false, description: 'Run for real, answer what would happen, leave nothing.' })
  readonly DryRun?: boolean;

  @ApiPropertyOptional({
    type: 'integer',
    format: 'int64',
    minimum: 0,
    description: 'RowVersion the record must have; with it, nothing is ever created.',
  })
  readonly ExpectedVersion?: number;
}

/** Body of POST /api/v1/records/upsert. */
@ApiSchema({ name: 'UpsertRequest' })
export class UpsertDto {
  @ApiProperty({ example: 'Customer', description: 'In any letter case.' }) readonly EntityName!: string;

  @ApiProperty({
    type: [String],
    minItems: 1,
    example: ['TaxId'],
    description: 'The fields of one unique rule, all of them, in any order; or Id. Fields must give each a value.',
  })
  readonly MatchOn!: string[];

  @ApiProperty({ type: [UpsertAssignmentDto] }) readonly Fields!: UpsertAssignmentDto[];
  @ApiPropertyOptional({ type: UpsertOptionsDto }) readonly Options?: UpsertOptionsDto;
}

/** `Options` of a batch. */
@ApiSchema({ name: 'BatchOptions' })
class BatchOptionsDto {
  @ApiPropertyOptional({
    default: false,
    description: 'Run all steps for real, answer what would happen, leave nothing.',
  })
  readonly DryRun?: boolean;
}

/** A step of a batch: the members of its operation's body stand beside these. */
@ApiSchema({ name: 'BatchStep' })
class BatchStepDto {
  @ApiProperty({ enum: STEP_OPERATIONS, description: 'In any letter case.' }) readonly Operation!: string;

  @ApiPropertyOptional({
    pattern: '^[A-Za-z][A-Za-z0-9_]{0,62}$',
    description: 'Name by which later steps refer to the Id of this one’s record, as `$name.Id`.',
  })
  readonly Ref?: string;

  @ApiProperty({ example: 'Customer' }) readonly EntityName!: string;
  @ApiPropertyOptional({ ...ANY_JSON, description: 'Of Insert, Update and Upsert.' }) readonly Fields?: unknown;
  @ApiPropertyOptional({ ...ANY_JSON, description: 'Of Update and Delete.' }) readonly WhereClause?: unknown;
  @ApiPropertyOptional({ type: [String], description: 'Of Upsert.' }) readonly MatchOn?: string[];
  @ApiPropertyOptional({ ...ANY_JSON, description: 'ExpectedVersion, NullSafeNegation.' }) readonly Options?: unknown;
}

/** Body of POST /api/v1/records/batch. */
@ApiSchema({ name: 'BatchRequest' })
export class BatchDto {
  @ApiPropertyOptional({ enum: BATCH_MODES, default: 'Atomic' }) readonly Mode?: string;
  @ApiProperty({ type: [BatchStepDto], minItems: 1, maxItems: MAX_STEPS }) readonly Steps!: BatchStepDto[];
  @ApiPropertyOptional({ type: BatchOptionsDto }) readonly Options?: BatchOptionsDto;
}

/** An element of `Result` of a batch. */
@ApiSchema({ name: 'BatchStepResult' })
export class BatchStepResultDto {
  @ApiProperty() readonly IsSuccess!: boolean;
  @ApiProperty({ example: '200' }) readonly StatusCode!: string;
  @ApiProperty({ ...ANY_JSON, description: 'What the operation answers by itself.' }) readonly Result!: unknown;
  @ApiProperty({ type: 'integer' }) readonly RecordAffected!: number;
  @ApiProperty({ type: [String] }) readonly Errors!: string[];
  @ApiProperty({ type: 'array', items: { type: 'object' } }) readonly ErrorDetails!: object[];
}
