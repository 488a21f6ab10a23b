import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainError } from '#core/errors.js';
import { isArray } from '#core/json/json.js';
import { textOf } from '#core/tokens/template.js';
import type { Transaction } from '#platform/database/transaction.js';
import { fileName } from '#platform/outbound/files/entry-names.js';
import { zipFile } from '#platform/outbound/files/zip-file.js';
import type { ActionHandler, StepCall, WriteStep } from '#automation/runs/action-handler.js';
import { ActionHandlers } from '#automation/runs/action-handlers.js';
import { MAX_FILE_BYTES } from '#automation/core/files/file-limits.js';
import { fileStep } from './file-step.js';
import { type FileRow, RunFileRepository } from './run-file.repository.js';

/** Executes Zip: packs files of the run, each read when its turn comes. */
@Injectable()
export class ZipHandler implements ActionHandler, OnModuleInit {
  constructor(
    private readonly handlers: ActionHandlers,
    private readonly files: RunFileRepository,
  ) {}

  onModuleInit(): void {
    this.handlers.register('Zip', this);
  }

  prepare(call: StepCall): WriteStep {
    const file = { name: fileName(textOf(call.body.FileName)), isZip: true };
    return fileStep(this.files, call, file, (tx) => this.#archive(call, tx));
  }

  async #archive(call: StepCall, tx: Transaction): Promise<AsyncIterable<Buffer>> {
    const found = await this.#found(call, tx);
    if (found.length === 0)
      throw new DomainError({ code: 'Validation', message: 'This would be a zip of nothing: no file was made.' });
    const entries = found.map((file) => ({ name: file.name, content: this.files.contentIn(call.ctx, file, tx) }));
    return zipFile(entries, MAX_FILE_BYTES);
  }

  /** Files of the named actions; those of a loop that is not around the zip give all of theirs. */
  async #found({ ctx, runId, body, earlier }: StepCall, tx: Transaction): Promise<readonly FileRow[]> {
    const found: FileRow[] = [];
    for (const name of isArray(body.Files) ? body.Files : []) {
      const made = earlier(textOf(name));
      if (!made) continue;
      const place = { runId, path: made.action.path, iterations: made.iterations };
      found.push(...(await this.files.filesOf(ctx, place, tx)));
    }
    return found;
  }
}
