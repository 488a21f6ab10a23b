import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { DomainError } from '#core/errors.js';
import { Public } from '#platform/http/decorators.js';
import { DocumentReply } from '#platform/http/reply.js';
import { ApiPublicCall } from '#platform/http/openapi/api-call.js';
import { Scrape } from '#platform/observability/metrics/scrape.js';

/** Text format of Prometheus. */
const MEDIA_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** The scrape route of Prometheus: no token, no context headers, no tenant data. */
@Public()
@ApiTags('Service')
@Controller()
export class MetricsController {
  constructor(private readonly scrape: Scrape) {}

  /** @throws {DomainError} Unavailable when the processes of this node did not report in time */
  @Get('metrics')
  @ApiPublicCall({
    operationId: 'getMetrics',
    summary: 'Metrics for Prometheus',
    description:
      'Requests, pools, queues, the change log, the hub and the process, in the text format of Prometheus; ' +
      'docs/operations.md lists them. With `CLUSTER` one answer covers all processes of the node.',
    refusals: ['Unavailable'],
  })
  @ApiOkResponse({ content: { 'text/plain': { schema: { type: 'string' } } }, description: 'The metrics.' })
  async metrics(): Promise<DocumentReply> {
    const text = await this.scrape.text();
    if (text === undefined)
      throw new DomainError({ code: 'Unavailable', message: 'The metrics were not read in time.' });
    return new DocumentReply(MEDIA_TYPE, text);
  }
}
