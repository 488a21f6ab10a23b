import { ApiProperty, ApiSchema } from '@nestjs/swagger';

/** Answer of the health routes, without the envelope. */
@ApiSchema({ name: 'Health' })
export class HealthDto {
  @ApiProperty({ enum: ['Live', 'Ready'] }) readonly Status!: 'Live' | 'Ready';
  @ApiProperty({ example: '0.2.0+862ed8c4bd83', description: 'Version of the service, and its commit.' })
  readonly Version!: string;
}
