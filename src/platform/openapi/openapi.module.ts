import { Module } from '@nestjs/common';
import { ApiDocument } from './api-document.js';
import { OpenApiController } from './openapi.controller.js';

/** OpenAPI document and Swagger UI. */
@Module({ controllers: [OpenApiController], providers: [ApiDocument] })
export class OpenApiModule {}
