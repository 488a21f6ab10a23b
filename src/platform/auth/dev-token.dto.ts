import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { JsonValue } from '#core/json/json.js';
import { ShapeReader } from '#core/shapes/shape-reader.js';

/** Maximum length of a user name in UTF-16 units. */
const MAX_LENGTH = 100;

/** Body of `POST /dev/token`. */
@ApiSchema({ name: 'DevTokenRequest' })
export class DevTokenDto {
  @ApiProperty({ example: 'nina.north', minLength: 1, maxLength: MAX_LENGTH })
  readonly UserName!: string;

  /** Reads the body. @throws {DomainError} Validation or UnknownMember, with all faults of the body. */
  static read(body: JsonValue | undefined): DevTokenDto {
    const reader = new ShapeReader(false);
    const members = reader.object(body, '', ['UserName']);
    const name = members.value('UserName');
    const isName = typeof name === 'string' && name.length > 0 && name.length <= MAX_LENGTH;
    if (!isName) members.fault('UserName', `UserName must be text of 1 to ${MAX_LENGTH} characters.`);
    reader.faults.throwIfAny();
    return { UserName: name as string };
  }
}

/** Answer of `POST /dev/token`, without the envelope (docs/interface/platform.md#development-tokens). */
@ApiSchema({ name: 'DevToken' })
export class DevTokenAnswerDto {
  @ApiProperty() readonly AccessToken!: string;
  @ApiProperty({ format: 'date-time', example: '2030-01-31T12:00:00.000Z' }) readonly ExpiresOn!: string;
}
