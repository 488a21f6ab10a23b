import { Module } from '@nestjs/common';
import { BUILT_DESCRIPTIONS } from './built-descriptions.js';
import { ApiDocument, DESCRIPTIONS_FILE } from './api-document.js';

/** OpenAPI document of the fixed routes and Swagger UI. */
@Module({
  providers: [ApiDocument, { provide: DESCRIPTIONS_FILE, useValue: BUILT_DESCRIPTIONS }],
  exports: [ApiDocument],
})
export class OpenApiModule {}
