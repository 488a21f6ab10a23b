import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { VERSION } from '#platform/process/config/build-info.js';
import { Config } from '#platform/process/config/config.js';
import { Public } from '#platform/http/decorators.js';
import { ApiPublicCall } from '#platform/http/openapi/api-call.js';
import { DevUsers } from './dev-users.repository.js';
import { StudioConfigDto } from './studio-config.dto.js';

/** Answers what the studio must know before a user has signed in. The route exists only where the studio is served. */
@Public()
@ApiTags('Service')
@Controller('studio')
export class StudioConfigController {
  constructor(
    private readonly config: Config,
    private readonly devUsers: DevUsers,
  ) {}

  /** Shows no tenant's data; with DEV_TOKENS, where a caller may become every user, their names. */
  @Get('config.json')
  @ApiPublicCall({
    operationId: 'getStudioConfig',
    summary: 'Version and sign-in of the studio',
    description:
      'Where people sign in to the studio, before they have a token. `DevUsers` are those whom `POST /dev/token` issues ' +
      'tokens for; they are listed only when the setting DEV_TOKENS is on, never in production.',
  })
  @ApiOkResponse({ type: StudioConfigDto, description: 'The settings, without an envelope.' })
  async settings(): Promise<StudioConfigDto> {
    const { studio, tokens } = this.config;
    return StudioConfigDto.of(VERSION, studio?.oidc, tokens.devTokens ? await this.devUsers.some() : undefined);
  }
}
