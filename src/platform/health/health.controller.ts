import { Controller, Get } from '@nestjs/common';
import { DomainError } from '../../core/errors.js';
import { Public } from '../http/decorators.js';
import { Drain } from '../http/drain.js';
import { Readiness } from './readiness.js';

/** For orchestrators and load balancers: plain JSON, no token, no context headers, no tenant data. */
@Public()
@Controller('health')
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    private readonly drain: Drain,
  ) {}

  /** The process runs and its event loop turns. */
  @Get('live')
  live(): { Status: string } {
    return { Status: 'Live' };
  }

  /** The process can serve requests and is not about to stop. @throws {DomainError} Unavailable naming what is missing. */
  @Get('ready')
  async ready(): Promise<{ Status: string }> {
    const missing = this.drain.isDraining ? ['shutting down'] : await this.readiness.missing();
    if (missing.length === 0) return { Status: 'Ready' };
    throw new DomainError({ code: 'Unavailable', message: `Not ready: ${missing.join(', ')}.` });
  }
}
