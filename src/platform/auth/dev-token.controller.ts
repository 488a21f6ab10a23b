import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { JsonValue } from '../../core/json/json.js';
import { Config } from '../config/config.js';
import { JsonBody, Public } from '../http/decorators.js';
import { devToken } from './dev-token.js';
import { DevTokenAnswerDto, DevTokenDto } from './dev-token.dto.js';

/** Tokens without an identity provider, for demo and development only; no route at all unless DEV_TOKENS is on. */
@ApiTags('Development')
@Controller('dev')
export class DevTokenController {
  constructor(private readonly config: Config) {}

  /** A token for a user name, good for 12 hours. */
  @Public()
  @Post('token')
  @HttpCode(200)
  @ApiBody({ type: DevTokenDto })
  @ApiOkResponse({ type: DevTokenAnswerDto })
  issue(@JsonBody() body: JsonValue | undefined): DevTokenAnswerDto {
    const { accessToken, expiresOn } = devToken(this.config.tokens, DevTokenDto.read(body).UserName, new Date());
    return { AccessToken: accessToken, ExpiresOn: expiresOn.toISOString() };
  }
}
