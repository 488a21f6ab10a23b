import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Public } from '../http/decorators.js';
import { ApiPublicCall } from './api-call.js';
import { ApiDocument } from './api-document.js';

/** Serves the OpenAPI document of the interface; people read it at /swagger. */
@ApiTags('Service')
@Controller('api/v1')
export class OpenApiController {
  constructor(private readonly document: ApiDocument) {}

  /**
   * Returns the fixed routes without authentication, because Swagger UI loads before sign-in
   * (docs/interface.md#openapi-document).
   */
  @Public()
  @Get('openapi.json')
  @ApiPublicCall({
    operationId: 'getApiDescription',
    summary: 'This description',
    description: 'OpenAPI 3.1 document of the routes that every environment has.',
  })
  @ApiOkResponse({ description: 'An OpenAPI document.', schema: { type: 'object', additionalProperties: true } })
  describe(): object {
    return this.document.get();
  }
}
