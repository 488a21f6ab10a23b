import { Injectable, Module } from '@nestjs/common';
import { FindRunFile, AutomationModule } from '#automation/index.js';

/** Gives tests the files of runs. */
@Injectable()
export class ReadFiles {
  /** Of the application that was started last. */
  static latest: ReadFiles;

  constructor(readonly files: FindRunFile) {
    ReadFiles.latest = this;
  }
}

@Module({ imports: [AutomationModule], providers: [ReadFiles] })
export class ReadFilesModule {}
