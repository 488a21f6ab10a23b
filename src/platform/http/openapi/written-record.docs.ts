import { ApiProperty, ApiSchema } from '@nestjs/swagger';

/** Element of `Result` of a write by where-clause. */
@ApiSchema({ name: 'WrittenRecord' })
export class WrittenRecordDto {
  @ApiProperty({ format: 'uuid' }) readonly Id!: string;
  @ApiProperty({ type: 'integer', format: 'int64', example: 2 }) readonly RowVersion!: number;
}
