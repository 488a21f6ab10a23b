import { ApiExtraModels, ApiProperty, ApiPropertyOptional, ApiSchema, getSchemaPath } from '@nestjs/swagger';
import { ref } from '#platform/http/openapi/answer-schemas.js';
import { ANY_JSON } from '#platform/http/openapi/any-json.js';
import { StepOptionsDto } from '#platform/http/openapi/write-options.docs.js';
import { DeleteBodyDto, InsertBodyDto, UpdateBodyDto } from '#records/routes/write-bodies.docs.js';
import { BATCH_MODES, MAX_STEPS } from '#records/core/batch/batch-command.js';

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

/** Body of an upsert, also as a step of a batch. */
class UpsertBodyDto {
  @ApiProperty({ example: 'Customer', description: 'In any letter case.' }) readonly EntityName!: string;

  @ApiProperty({
    type: [String],
    minItems: 1,
    example: ['TaxId'],
    description: 'The fields of one unique rule, all of them, in any order; or Id. Fields must give each a value.',
  })
  readonly MatchOn!: string[];

  @ApiProperty({ type: [UpsertAssignmentDto] }) readonly Fields!: UpsertAssignmentDto[];
}

/** Body of POST /api/v1/records/upsert. */
@ApiSchema({ name: 'UpsertRequest' })
export class UpsertDto extends UpsertBodyDto {
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

const REF = {
  pattern: '^[A-Za-z][A-Za-z0-9_]{0,62}$',
  description: 'Name by which later steps refer to the Id of this one’s record, as `$name.Id`.',
};

/** Step that creates a record. */
@ApiSchema({ name: 'InsertStep' })
class InsertStepDto extends InsertBodyDto {
  @ApiProperty({ enum: ['Insert'] }) readonly Operation!: string;
  @ApiPropertyOptional(REF) readonly Ref?: string;
}

/** Step that changes records. */
@ApiSchema({ name: 'UpdateStep' })
class UpdateStepDto extends UpdateBodyDto {
  @ApiProperty({ enum: ['Update'] }) readonly Operation!: string;
  @ApiPropertyOptional(REF) readonly Ref?: string;
  @ApiPropertyOptional({ type: StepOptionsDto }) readonly Options?: StepOptionsDto;
}

/** Step that deletes records. */
@ApiSchema({ name: 'DeleteStep' })
class DeleteStepDto extends DeleteBodyDto {
  @ApiProperty({ enum: ['Delete'] }) readonly Operation!: string;
  @ApiPropertyOptional(REF) readonly Ref?: string;
  @ApiPropertyOptional({ type: StepOptionsDto }) readonly Options?: StepOptionsDto;
}

/** Step that changes the record with a key, or creates it. */
@ApiSchema({ name: 'UpsertStep' })
class UpsertStepDto extends UpsertBodyDto {
  @ApiProperty({ enum: ['Upsert'] }) readonly Operation!: string;
  @ApiPropertyOptional(REF) readonly Ref?: string;
  @ApiPropertyOptional({ type: StepOptionsDto }) readonly Options?: StepOptionsDto;
}

const STEPS = [InsertStepDto, UpdateStepDto, DeleteStepDto, UpsertStepDto];

/** Body of POST /api/v1/records/batch. */
@ApiExtraModels(...STEPS)
@ApiSchema({ name: 'BatchRequest' })
export class BatchDto {
  @ApiPropertyOptional({ enum: BATCH_MODES, default: 'Atomic' }) readonly Mode?: string;
  @ApiProperty({
    type: 'array',
    items: { oneOf: STEPS.map((step) => ({ $ref: getSchemaPath(step) })) },
    minItems: 1,
    maxItems: MAX_STEPS,
    description: 'The members of the operation’s body, with `Operation` and `Ref` beside them.',
  })
  readonly Steps!: object[];

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
  @ApiProperty({ type: 'array', items: ref('ErrorDetail') }) readonly ErrorDetails!: object[];
}
