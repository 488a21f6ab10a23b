import { ApiProperty, ApiSchema } from '@nestjs/swagger';

/** Answer of the health routes, without the envelope. */
@ApiSchema({ name: 'Health' })
export class HealthDto {
  @ApiProperty({ enum: ['Live', 'Ready'] }) readonly Status!: 'Live' | 'Ready';
}
