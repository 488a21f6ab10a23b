export { FindRunFile, type StoredFile } from './find-run-file.service.js';
export { ZIP_CONTENT, ZIP_HEADERS } from './run-files.docs.js';
export { RunFilesModule } from './run-files.module.js';
