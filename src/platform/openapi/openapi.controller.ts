import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Public } from '../http/decorators.js';
import { ApiPublicCall } from './api-call.js';
import { ApiDocument } from './api-document.js';

/** The description of the interface for programs; people read it at /swagger. */
@ApiTags('Service')
@Controller('api/v1')
export class OpenApiController {
  constructor(private readonly document: ApiDocument) {}

  /** The fixed routes, the same for everyone: Swagger UI loads before anybody has signed in (contract §14.12). */
  @Public()
  @Get('openapi.json')
  @ApiPublicCall({
    operationId: 'getApiDescription',
    summary: 'This description',
    description: 'OpenAPI 3.1 of the routes that every environment has.',
  })
  @ApiOkResponse({ description: 'An OpenAPI document.', schema: { type: 'object', additionalProperties: true } })
  describe(): object {
    return this.document.get();
  }
}
