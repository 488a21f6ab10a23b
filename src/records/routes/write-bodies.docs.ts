import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { ANY_JSON } from '#platform/http/openapi/any-json.js';
import { WhereClauseDto } from '#platform/http/openapi/where-clause.docs.js';
import { InsertOptionsDto, WriteOptionsDto } from '#platform/http/openapi/write-options.docs.js';
import { MAX_DEPTH, MAX_NESTED } from '#records/core/drafts/draft-records.js';

/** An element of `Fields`. */
@ApiSchema({ name: 'FieldAssignment' })
class FieldAssignmentDto {
  @ApiProperty({ example: 'Name', description: 'A field, a relation or a child entity.' })
  readonly FieldName!: string;

  @ApiProperty({
    ...ANY_JSON,
    example: 'Contoso',
    description:
      `A value of the field’s type. A lookup takes the Id of its target, \`{"Match": {"FieldName", "Value"}}\` ` +
      `on a unique field of the target, or a record to create: an array of assignments or an object, which with ` +
      `an Id among it updates. A relation or child entity takes an array of records on insert, \`{"Create": ` +
      `[records], "Update": [records with their Id], "Delete": [Ids]}\` on update of one record; nested at most ` +
      `${MAX_DEPTH} deep, ${MAX_NESTED} in all.`,
  })
  readonly Value!: unknown;
}

/** Body of an insert, also as a step of a batch. */
export class InsertBodyDto {
  @ApiProperty({ example: 'Customer', description: 'In any letter case.' }) readonly EntityName!: string;
  @ApiProperty({ type: [FieldAssignmentDto] }) readonly Fields!: FieldAssignmentDto[];
}

/** Body of POST /api/v1/records/insert. */
@ApiSchema({ name: 'InsertRequest' })
export class InsertDto extends InsertBodyDto {
  @ApiPropertyOptional({ type: InsertOptionsDto }) readonly Options?: InsertOptionsDto;
}

/** Body of an update, also as a step of a batch. */
export class UpdateBodyDto {
  @ApiProperty({ example: 'Customer', description: 'In any letter case.' }) readonly EntityName!: string;
  @ApiProperty({ type: [FieldAssignmentDto], minItems: 1 }) readonly Fields!: FieldAssignmentDto[];
  @ApiProperty({ type: WhereClauseDto }) readonly WhereClause!: WhereClauseDto;
}

/** Body of PUT /api/v1/records/update. */
@ApiSchema({ name: 'UpdateRequest' })
export class UpdateDto extends UpdateBodyDto {
  @ApiPropertyOptional({ type: WriteOptionsDto }) readonly Options?: WriteOptionsDto;
}

/** Body of a delete, also as a step of a batch. */
export class DeleteBodyDto {
  @ApiProperty({ example: 'Note', description: 'In any letter case.' }) readonly EntityName!: string;
  @ApiProperty({ type: WhereClauseDto }) readonly WhereClause!: WhereClauseDto;
}

/** Body of DELETE /api/v1/records/delete. */
@ApiSchema({ name: 'DeleteRequest' })
export class DeleteDto extends DeleteBodyDto {
  @ApiPropertyOptional({ type: WriteOptionsDto }) readonly Options?: WriteOptionsDto;
}
