import { Injectable } from '@nestjs/common';
import type { IdempotencyKey, RequestContext } from '#core/context/context.js';
import { Config } from '#platform/process/config/config.js';
import { RepeatedRefusal } from '#platform/http/replayed-error.js';
import { attachment } from '#platform/http/attachment.js';
import { Reply, StreamReply } from '#platform/http/reply.js';
import type { Outcome } from '#platform/operations/outcomes/outcome.js';
import { faultOf } from '#platform/operations/outcomes/outcome-fault.js';
import { OutcomeStore } from '#platform/operations/outcomes/outcome-store.repository.js';
import { mismatch, processing } from '#platform/operations/outcomes/replay.js';
import { AwaitRuns } from './await-runs.service.js';
import { ExecutionRepository } from './execution.repository.js';
import { FindRunFile, type StoredFile } from '#automation/files/find-run-file.service.js';

/** Answers requests that wait for runs: 200 within the wait window, else 202. */
@Injectable()
export class AnswerRun {
  constructor(
    private readonly waits: AwaitRuns,
    private readonly executions: ExecutionRepository,
    private readonly outcomes: OutcomeStore,
    private readonly files: FindRunFile,
    private readonly config: Config,
  ) {}

  /** Waits for a run and answers. @throws {RepeatedRefusal} with the fault of the step that failed */
  async answer(ctx: RequestContext, runId: string, log: readonly string[]): Promise<Reply | StreamReply> {
    await this.waits.wait(runId, ctx.preferences.waitMs ?? this.config.operations.waitWindowMs);
    const outcome = await this.outcomes.find(runId);
    if (outcome && outcome.status !== 'Processing') return this.#told(ctx, outcome, log);
    if (await this.executions.accept(runId)) return underWay(runId);
    const ended = await this.outcomes.find(runId);
    return ended ? this.#told(ctx, ended, log) : underWay(runId);
  }

  /** The answer to the first request with an idempotency key, if there was one. @throws {DomainError} IdempotencyMismatch */
  async earlier(ctx: RequestContext, key: IdempotencyKey): Promise<Reply | StreamReply | undefined> {
    const outcome = await this.outcomes.findByKey(key);
    if (!outcome) return undefined;
    if (outcome.bodyHash !== key.bodyHash) throw mismatch();
    return outcome.status === 'Processing' ? this.answer(ctx, outcome.id, []) : this.#told(ctx, outcome, []);
  }

  async #told(ctx: RequestContext, outcome: Outcome, log: readonly string[]): Promise<Reply | StreamReply> {
    const { id, status, errorDetails } = outcome;
    if (status === 'Failed') throw new RepeatedRefusal(id, errorDetails.map(faultOf), runHeaders(id));
    const file = await this.files.find(ctx, id);
    if (file) return fileReply(id, file);
    const result = await this.executions.result(ctx, id);
    return new Reply({ result, log, correlationId: id, headers: runHeaders(id) });
  }
}

const runHeaders = (runId: string): Readonly<Record<string, string>> => ({ 'X-Run-Id': runId });

function underWay(runId: string): Reply {
  const { parts } = processing(runId, null);
  return new Reply({ ...parts, headers: { ...parts.headers, ...runHeaders(runId) } });
}

/** The zip of a run as the answer. */
const fileReply = (runId: string, file: StoredFile): StreamReply =>
  new StreamReply('application/zip', file.size, () => file.open(), {
    ...runHeaders(runId),
    'Content-Disposition': attachment(file.fileName),
  });
