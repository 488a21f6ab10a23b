export { OpenApiDocumentsModule } from './openapi.module.js';
