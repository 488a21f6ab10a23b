import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { Length, validateSync } from 'class-validator';
import type { JsonValue } from '../../core/json/json.js';
import { ShapeReader } from '../../core/requests/shape-reader.js';

/** Body of `POST /dev/token`. */
@ApiSchema({ name: 'DevTokenRequest' })
export class DevTokenDto {
  @ApiProperty({ example: 'nina.north', minLength: 1, maxLength: 100 })
  @Length(1, 100, { message: 'UserName must be text of 1 to 100 characters.' })
  readonly UserName!: string;

  /** Reads the body. @throws {DomainError} Validation or UnknownMember, with all faults of the body. */
  static read(body: JsonValue | undefined): DevTokenDto {
    const reader = new ShapeReader(false);
    const UserName = reader.object(body, '', ['UserName']).value('UserName');
    const dto = Object.assign(new DevTokenDto(), { UserName });
    for (const { property, constraints = {} } of validateSync(dto)) {
      for (const message of Object.values(constraints)) reader.faults.add('Validation', message, { path: property });
    }
    reader.faults.throwIfAny();
    return dto;
  }
}

/** Answer of `POST /dev/token`, without the envelope (docs/interface.md#development-tokens). */
@ApiSchema({ name: 'DevToken' })
export class DevTokenAnswerDto {
  @ApiProperty() readonly AccessToken!: string;
  @ApiProperty({ format: 'date-time', example: '2030-01-31T12:00:00.000Z' }) readonly ExpiresOn!: string;
}
