import { Injectable, type OnModuleInit } from '@nestjs/common';
import { textOf } from '#core/tokens/template.js';
import { fileName } from '#platform/outbound/files/entry-names.js';
import type { ActionHandler, StepCall, WriteStep } from '#automation/runs/action-handler.js';
import { ActionHandlers } from '#automation/runs/action-handlers.js';
import { generatedFile } from './generated-file.js';
import { fileStep } from './file-step.js';
import { RunFileRepository } from './run-file.repository.js';

/** Executes GenerateFile. The file is stored in the transaction that completes the step. */
@Injectable()
export class GenerateFileHandler implements ActionHandler, OnModuleInit {
  constructor(
    private readonly handlers: ActionHandlers,
    private readonly files: RunFileRepository,
  ) {}

  onModuleInit(): void {
    this.handlers.register('GenerateFile', this);
  }

  /** @throws {DomainError} Validation */
  prepare(call: StepCall): WriteStep {
    const write = generatedFile(call);
    const file = { name: fileName(textOf(call.body.FileName)), isZip: false };
    return fileStep(this.files, call, file, write);
  }
}
