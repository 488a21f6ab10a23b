import { ApiProperty, ApiSchema } from '@nestjs/swagger';

/** An element of `Result` of a write of records by where-clause. */
@ApiSchema({ name: 'WrittenRecord' })
export class WrittenRecordDto {
  @ApiProperty({ format: 'uuid' }) readonly Id!: string;
  @ApiProperty({ type: 'integer', format: 'int64', example: 2 }) readonly RowVersion!: number;
}
