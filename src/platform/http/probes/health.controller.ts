import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags, ApiProperty, ApiSchema } from '@nestjs/swagger';
import { DomainError } from '#core/errors.js';
import { VERSION } from '#platform/process/config/build-info.js';
import { Public } from '#platform/http/decorators.js';
import { Drain } from '#platform/http/drain.js';
import { ApiPublicCall } from '#platform/http/openapi/api-call.js';
import { Readiness } from '#platform/observability/readiness.js';

/** Answer of the health routes, without the envelope. */
@ApiSchema({ name: 'Health' })
class HealthDto {
  @ApiProperty({ enum: ['Live', 'Ready'] }) readonly Status!: 'Live' | 'Ready';
  @ApiProperty({ example: '0.2.0+862ed8c4bd83', description: 'Version of the service, and its commit.' })
  readonly Version!: string;
}

/** Health routes for orchestrators and load balancers: plain JSON, no token, no context headers, no tenant data. */
@Public()
@ApiTags('Service')
@Controller('health')
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    private readonly drain: Drain,
  ) {}

  /** Answers while the event loop runs. */
  @Get('live')
  @ApiPublicCall({
    operationId: 'getLiveness',
    summary: 'Is the process alive?',
    description: 'Answers while the event loop runs. Restart the process when this fails.',
  })
  @ApiOkResponse({ type: HealthDto, description: 'Alive.' })
  live(): HealthDto {
    return { Status: 'Live', Version: VERSION };
  }

  /**
   * Answers while the process can serve requests.
   *
   * @throws {DomainError} Unavailable, naming the parts that are missing
   */
  @Get('ready')
  @ApiPublicCall({
    operationId: 'getReadiness',
    summary: 'Can it serve requests?',
    description:
      'Answers while the database is reachable and the process is not about to stop. Send no requests while this fails.',
    refusals: ['Unavailable'],
  })
  @ApiOkResponse({ type: HealthDto, description: 'Ready.' })
  async ready(): Promise<HealthDto> {
    const missing = this.drain.isDraining ? ['shutting down'] : await this.readiness.missing();
    if (missing.length === 0) return { Status: 'Ready', Version: VERSION };
    throw new DomainError({ code: 'Unavailable', message: `Not ready: ${missing.join(', ')}.` });
  }
}
