import { applyDecorators } from '@nestjs/common';
import { ApiOkResponse, ApiParam } from '@nestjs/swagger';
import { ApiCall } from '#platform/http/openapi/api-call.js';

const TEXT = { type: 'string' } as const;

/** The zip of a run as an answer. */
export const ZIP_CONTENT = { 'application/zip': { schema: { type: 'string', format: 'binary' } } } as const;

/** Headers of an answer that is the zip of a run. */
export const ZIP_HEADERS = {
  'Content-Disposition': { description: 'Name of the zip (RFC 6266).', schema: TEXT },
  'Content-Length': { description: 'Bytes of the zip.', schema: { type: 'integer' } },
  'X-Run-Id': { description: '`Id` of the `WorkflowRun`.', schema: TEXT },
} as const;

/** Documents GET /api/v1/workflows/runs/{runId}/file. */
export const RunFileDocs = (): MethodDecorator =>
  applyDecorators(
    ApiCall({
      operationId: 'getRunFile',
      summary: 'The zip of a run',
      description:
        'The last zip that the run has made, without envelope, with `Content-Disposition` and `X-Run-Id`. For who ' +
        'executed the run and for Administrators, while it is kept: 24 hours after the run has ended.',
      refusals: ['Validation', 'NotFound'],
    }),
    ApiParam({ name: 'runId', schema: { type: 'string', format: 'uuid' }, description: 'RunId of the execution.' }),
    ApiOkResponse({ description: 'The archive.', headers: ZIP_HEADERS, content: ZIP_CONTENT }),
  );
