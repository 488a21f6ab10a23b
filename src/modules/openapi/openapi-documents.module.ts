import { Module } from '@nestjs/common';
import { OpenApiModule } from '../../platform/openapi/openapi.module.js';
import { DefinitionsModule } from '../definitions/index.js';
import { DescribeApi } from './describe-api.service.js';
import { OpenApiController } from './openapi.controller.js';
import { ReadDescribedDefinitions } from './read-described-definitions.service.js';

/** OpenAPI documents of the fixed routes and of environments. */
@Module({
  imports: [DefinitionsModule, OpenApiModule],
  controllers: [OpenApiController],
  providers: [DescribeApi, ReadDescribedDefinitions],
})
export class OpenApiDocumentsModule {}
