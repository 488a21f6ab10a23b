import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { RequestContext } from '#core/context/context.js';
import { ContextIsOptional, OptionalContext } from '#platform/http/decorators.js';
import type { QueryString } from '#core/requests/query-string.js';
import { TaggedReply } from '#platform/http/reply.js';
import { ApiOptionalCall, ApiRequestHeader } from '#platform/http/openapi/api-call.js';
import { DescribeApi } from './describe-api.service.js';
import { VERSIONS, askedVersion } from './openapi-version.dto.js';

const VARY = ['Authorization', 'TenantId', 'AppId', 'EnvironmentId', 'Accept-Language'];

/** Serves OpenAPI documents; people read them at /swagger. */
@ApiTags('Service')
@Controller('api/v1')
export class OpenApiController {
  constructor(private readonly descriptions: DescribeApi) {}

  /** Answers the fixed routes, or with token and context headers the environment (docs/interface/openapi.md). */
  @ContextIsOptional()
  @Get('openapi.json')
  @ApiOptionalCall({
    operationId: 'getApiDescription',
    summary: 'This description',
    description:
      'OpenAPI document without the envelope. With token and context headers it describes the environment as the ' +
      'caller may use it, else the routes that every environment has.',
    refusals: ['Validation'],
  })
  @ApiQuery({
    name: 'version',
    required: false,
    schema: { type: 'string', enum: VERSIONS, default: VERSIONS[0] },
    description: 'Version of OpenAPI; 3.0 for generators that do not know 3.1.',
  })
  @ApiRequestHeader(
    'If-None-Match',
    '`ETag` of an earlier answer. While it is current, the answer is 304 without content.',
  )
  @ApiOkResponse({
    description: 'An OpenAPI document.',
    headers: { ETag: { description: 'Tag of this content.', schema: { type: 'string' } } },
    schema: { type: 'object', additionalProperties: true },
  })
  async describe(
    @OptionalContext() ctx: RequestContext | undefined,
    @Query() query: QueryString,
  ): Promise<TaggedReply> {
    const version = askedVersion(query);
    const document = ctx
      ? await this.descriptions.ofEnvironment(ctx, version)
      : await this.descriptions.ofRoutes(version);
    return new TaggedReply('application/json; charset=utf-8', document, VARY);
  }
}
