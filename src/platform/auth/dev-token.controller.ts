import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { DomainError } from '#core/errors.js';
import type { JsonValue } from '#core/json/json.js';
import { didYouMean, shortened } from '#core/nearest.js';
import { Directory } from '#platform/catalogue/directory.js';
import { Config } from '#platform/process/config/config.js';
import { JsonBody, Public } from '#platform/http/decorators.js';
import { ApiJsonBody, ApiPublicCall, BODY_REFUSALS } from '#platform/http/openapi/api-call.js';
import { devToken } from './dev-token.js';
import { DevTokenAnswerDto, DevTokenDto } from './dev-token.dto.js';

/**
 * Issues tokens without an identity provider, for demo and development. The route exists only when DEV_TOKENS is on.
 */
@ApiTags('Development')
@Controller('dev')
export class DevTokenController {
  constructor(
    private readonly config: Config,
    private readonly directory: Directory,
  ) {}

  /** Issues a token for a user name, valid for 12 hours. */
  @Public()
  @Post('token')
  @HttpCode(200)
  @ApiPublicCall({
    operationId: 'issueDevToken',
    summary: 'Get a token for a user, without an identity provider',
    description:
      'The token is valid for 12 hours. Copy `AccessToken` into **Authorize**. Users of the demo: `nina.north` ' +
      'sells in the north, `mona.manager` leads the team, `fia.clerk` writes invoices, `ada.admin` may do ' +
      'everything. The route exists only when the setting DEV_TOKENS is on, never in production.',
    refusals: [...BODY_REFUSALS, 'NotFound'],
  })
  @ApiJsonBody(DevTokenDto, {
    'A sales representative': { UserName: 'nina.north' },
    'The administrator': { UserName: 'ada.admin' },
  })
  @ApiOkResponse({ type: DevTokenAnswerDto, description: 'The token, without an envelope.' })
  async issue(@JsonBody() body: JsonValue | undefined): Promise<DevTokenAnswerDto> {
    const { UserName: userName } = DevTokenDto.read(body);
    const { isKnown, names } = await this.directory.users(userName);
    if (!isKnown) throw unknownUser(userName, names);
    const { accessToken, expiresOn } = devToken(this.config.tokens, userName, new Date());
    return { AccessToken: accessToken, ExpiresOn: expiresOn.toISOString() };
  }
}

function unknownUser(userName: string, names: readonly string[]): DomainError {
  const known = names.length > 0 ? ` There are ${names.join(', ')}.` : '';
  const message = `No user is called '${shortened(userName)}'.${didYouMean(userName, names)}${known}`;
  return new DomainError({ code: 'NotFound', message, path: 'UserName' });
}
