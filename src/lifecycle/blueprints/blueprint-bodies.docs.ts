import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { WhereClauseDto } from '#platform/http/openapi/where-clause.docs.js';
import { InsertOptionsDto } from '#platform/http/openapi/write-options.docs.js';

/** An element of `Statuses`. */
@ApiSchema({ name: 'BlueprintStatus' })
class BlueprintStatusDto {
  @ApiPropertyOptional({ format: 'uuid', description: 'Absent: chosen by the service.' }) readonly Id?: string;
  @ApiProperty({ example: 'Draft', description: 'Unique in the lifecycle in any letter case; not `*`.' })
  readonly Name!: string;
  @ApiPropertyOptional({ example: '#9aa5b1' }) readonly Color?: string;
  @ApiPropertyOptional({ default: false, description: 'Exactly one status is the initial one.' })
  readonly IsInitial?: boolean;
  @ApiPropertyOptional({ default: false, description: 'Transitions from any status do not leave it.' })
  readonly IsFinal?: boolean;
  @ApiPropertyOptional({ type: 'integer', description: 'Default: the position in the array.' })
  readonly Sequence?: number;
}

/** An element of `Validators`. */
@ApiSchema({ name: 'BlueprintValidator' })
class BlueprintValidatorDto {
  @ApiPropertyOptional({ example: 'HasLines' }) readonly Name?: string;
  @ApiPropertyOptional({ type: WhereClauseDto, description: 'What the record must meet; or `Hook`.' })
  readonly WhereClause?: WhereClauseDto;
  @ApiPropertyOptional({ description: 'Name of a validator hook of the service; or `WhereClause`.' })
  readonly Hook?: string;
  @ApiProperty({ example: 'An order needs at least one line.' }) readonly Message!: string;
}

/** An element of `Transitions`. */
@ApiSchema({ name: 'BlueprintTransition' })
class BlueprintTransitionDto {
  @ApiPropertyOptional({ format: 'uuid', description: 'Absent: chosen by the service.' }) readonly Id?: string;
  @ApiProperty({ example: 'Submit' }) readonly Name!: string;
  @ApiProperty({ example: 'Draft', description: 'Name or id of a status of this blueprint; `*` is any.' })
  readonly FromStatus!: string;
  @ApiProperty({ example: 'Submitted', description: 'Name or id of a status of this blueprint.' })
  readonly ToStatus!: string;
  @ApiPropertyOptional({ type: 'integer', description: 'Order of trial; default: the position in the array.' })
  readonly Sequence?: number;
  @ApiPropertyOptional({ type: WhereClauseDto, description: 'Records for which the move is offered; default: all.' })
  readonly Filters?: WhereClauseDto;
  @ApiPropertyOptional({ type: [BlueprintValidatorDto] }) readonly Validators?: BlueprintValidatorDto[];
  @ApiPropertyOptional({ example: ['SalesRep'], description: 'Default: everyone with update scope.' })
  readonly AllowedRoles?: string[];
  @ApiPropertyOptional({ example: 'Orders.Ship' }) readonly RequiredPermission?: string;
  @ApiPropertyOptional({ example: ['RequestedDeliveryDate'], description: 'Fields that need a value.' })
  readonly RequiredFields?: string[];
  @ApiPropertyOptional({ example: ['NotifyWarehouse'], description: 'Workflows that follow the move.' })
  readonly AfterWorkflows?: string[];
}

/** Body of POST /api/v1/blueprints. */
@ApiSchema({ name: 'BlueprintRequest' })
export class BlueprintDto {
  @ApiPropertyOptional({ format: 'uuid', description: 'Absent: chosen by the service.' }) readonly Id?: string;
  @ApiProperty({ example: 'NoteLifecycle', description: 'Unique.' }) readonly Name!: string;
  @ApiProperty({ example: 'Note', description: 'An entity of your own, in any letter case.' })
  readonly EntityName!: string;
  @ApiPropertyOptional({ default: true, description: 'An entity has one active lifecycle at most.' })
  readonly IsActive?: boolean;
  @ApiProperty({ type: [BlueprintStatusDto], minItems: 1 }) readonly Statuses!: BlueprintStatusDto[];
  @ApiPropertyOptional({ type: [BlueprintTransitionDto] }) readonly Transitions?: BlueprintTransitionDto[];
  @ApiPropertyOptional({ type: InsertOptionsDto }) readonly Options?: InsertOptionsDto;
}

/** A created status. */
@ApiSchema({ name: 'CreatedStatus' })
class CreatedStatusDto {
  @ApiProperty({ format: 'uuid' }) readonly Id!: string;
  @ApiProperty({ example: 'Draft' }) readonly Name!: string;
}

/** A created transition. */
@ApiSchema({ name: 'CreatedTransition' })
class CreatedTransitionDto {
  @ApiProperty({ format: 'uuid' }) readonly Id!: string;
  @ApiProperty({ example: 'Submit' }) readonly Name!: string;
  @ApiProperty({ type: 'string', format: 'uuid', nullable: true, description: 'Null: any status.' })
  readonly FromStatusId!: string | null;
  @ApiProperty({ format: 'uuid' }) readonly ToStatusId!: string;
}

/** `Result` of POST /api/v1/blueprints. */
@ApiSchema({ name: 'CreatedBlueprint' })
export class CreatedBlueprintDto {
  @ApiProperty({ format: 'uuid' }) readonly Id!: string;
  @ApiProperty({ example: 'NoteLifecycle' }) readonly Name!: string;
  @ApiProperty({ example: 'Note' }) readonly EntityName!: string;
  @ApiProperty() readonly IsActive!: boolean;
  @ApiProperty({ type: [CreatedStatusDto] }) readonly Statuses!: CreatedStatusDto[];
  @ApiProperty({ type: [CreatedTransitionDto] }) readonly Transitions!: CreatedTransitionDto[];
}
