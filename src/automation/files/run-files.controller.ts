import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { RequestContext } from '#core/context/context.js';
import { attachment } from '#platform/http/attachment.js';
import { Context } from '#platform/http/decorators.js';
import { StreamReply } from '#platform/http/reply.js';
import { FindRunFile } from './find-run-file.service.js';
import { RunFileDocs } from './run-files.docs.js';

/** The files of runs (docs/workflows.md#zip). */
@ApiTags('Workflows')
@Controller('api/v1/workflows')
export class RunFilesController {
  constructor(private readonly files: FindRunFile) {}

  /** The last zip of a run. */
  @Get('runs/:runId/file')
  @RunFileDocs()
  async file(@Context() ctx: RequestContext, @Param('runId') runId: string): Promise<StreamReply> {
    const { fileName, size, open } = await this.files.fetch(ctx, runId);
    return new StreamReply('application/zip', size, open, {
      'Content-Disposition': attachment(fileName),
      'X-Run-Id': runId.toLowerCase(),
    });
  }
}
