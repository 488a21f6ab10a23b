import { Module } from '@nestjs/common';
import { AutomationModule } from '#automation/index.js';
import { DefinitionsModule } from '#definitions/index.js';
import { OpenApiModule } from '#platform/http/openapi/openapi.module.js';
import { DescribeApi } from './documents/describe-api.service.js';
import { OpenApiController } from './documents/openapi.controller.js';
import { ReadDescribedDefinitions } from './documents/read-described-definitions.service.js';

/** OpenAPI documents of the fixed routes and of environments. */
@Module({
  imports: [AutomationModule, DefinitionsModule, OpenApiModule],
  controllers: [OpenApiController],
  providers: [DescribeApi, ReadDescribedDefinitions],
})
export class OpenApiDocumentsModule {}
