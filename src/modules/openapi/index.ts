export { OpenApiDocumentsModule } from './openapi-documents.module.js';
