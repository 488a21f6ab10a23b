import { Injectable } from '@nestjs/common';
import { Readable } from 'node:stream';
import { isUnlimited } from '#core/catalogue/api-key.js';
import type { RequestContext } from '#core/context/context.js';
import { DomainError } from '#core/errors.js';
import { isUuid } from '#core/values/uuid-text.js';
import { requireOwnRun } from '#automation/core/workflows/own-run.js';
import { OutcomeStore } from '#platform/operations/outcomes/outcome-store.repository.js';
import { RunRecords } from '#automation/queue/run-records.repository.js';
import { RunFileRepository } from './run-file.repository.js';

/** File that a run has made. */
export interface StoredFile {
  readonly fileName: string;
  /** Bytes. */
  readonly size: number;
  /** Opens the content. */
  open(): Readable;
}

/** Finds the files of runs. */
@Injectable()
export class FindRunFile {
  constructor(
    private readonly files: RunFileRepository,
    private readonly outcomes: OutcomeStore,
    private readonly runs: RunRecords,
  ) {}

  /** The last zip of a run that has ended, while it is kept. */
  async find({ catalogue }: RequestContext, runId: string): Promise<StoredFile | undefined> {
    const row = await this.files.lastZip(catalogue.environment.id, runId);
    if (!row) return undefined;
    const open = (): Readable => Readable.from(this.files.contentOf(row), { objectMode: false });
    return { fileName: row.name, size: Number(row.size), open };
  }

  /** As `find`, for those who may control the run. @throws {DomainError} Validation, as `requireOwnRun` */
  async fetch(ctx: RequestContext, runId: string): Promise<StoredFile> {
    if (!isUuid(runId)) throw new DomainError({ code: 'Validation', message: 'RunId must be a UUID.' });
    const message = 'There is no such run, it has made no zip yet, or its zip is not kept any more.';
    const run = await this.runs.find(ctx, runId.toLowerCase());
    if (run || !(await this.#hasExecuted(ctx, runId))) requireOwnRun(ctx, run, message);
    const file = await this.find(ctx, runId);
    if (file) return file;
    throw new DomainError({ code: 'NotFound', message });
  }

  /** Tells whether the outcome of a run that is not kept any more is the caller's. */
  async #hasExecuted({ principal }: RequestContext, runId: string): Promise<boolean> {
    // Its outcome does not tell by which key it was started.
    if (principal.key && !isUnlimited(principal.key)) return false;
    return principal.isAdministrator || (await this.outcomes.find(runId))?.userId === principal.userId;
  }
}
