import { Module } from '@nestjs/common';
import { RunsModule } from '../runs/index.js';
import { ExpireRunFiles } from './expire-run-files.service.js';
import { FindRunFile } from './find-run-file.service.js';
import { GenerateFileHandler } from './generate-file.handler.js';
import { RunFileRepository } from './run-file.repository.js';
import { RunFilesController } from './run-files.controller.js';
import { ZipHandler } from './zip.handler.js';

/** Actions of workflows that make files, and the files of runs. */
@Module({
  imports: [RunsModule],
  controllers: [RunFilesController],
  providers: [ExpireRunFiles, FindRunFile, GenerateFileHandler, RunFileRepository, ZipHandler],
  exports: [FindRunFile],
})
export class RunFilesModule {}
