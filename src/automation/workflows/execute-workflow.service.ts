import { Injectable } from '@nestjs/common';
import { keyOfRun } from '#automation/core/workflows/key-of-run.js';
import type { IdempotencyKey, RequestContext } from '#core/context/context.js';
import { writeJson, type JsonValue } from '#core/json/json.js';
import { readExecution } from '#automation/core/workflows/read-execution.js';
import { Config } from '#platform/process/config/config.js';
import { Database } from '#platform/database/database.js';
import { ConstraintViolation } from '#platform/database/connections/database.errors.js';
import type { Reply, StreamReply } from '#platform/http/reply.js';
import { commandOf } from '#platform/operations/operations.js';
import { EnqueueRuns } from '#automation/queue/enqueue-runs.service.js';
import { AnswerRun } from './answer-run.service.js';
import { ExecutionRepository } from './execution.repository.js';

/** Executes a Manual workflow for its caller: the run is durable before the request waits for it. */
@Injectable()
export class ExecuteWorkflow {
  constructor(
    private readonly database: Database,
    private readonly runs: EnqueueRuns,
    private readonly executions: ExecutionRepository,
    private readonly answers: AnswerRun,
    private readonly config: Config,
  ) {}

  /** @throws {DomainError} as `readExecution`; the refusal of the step that failed; IdempotencyMismatch */
  async execute(ctx: RequestContext, workflowId: string, body: JsonValue | undefined): Promise<Reply | StreamReply> {
    const { key } = commandOf(ctx, 'workflow-execute', {
      body: undefined,
      text: () => `${workflowId.toLowerCase()} ${body === undefined ? '' : writeJson(body)}`,
    });
    const command = readExecution(ctx, workflowId, body);
    const earlier = key && (await this.answers.earlier(ctx, key));
    if (earlier) return earlier;
    try {
      await this.#start(ctx, command, key);
    } catch (error) {
      const first = key && error instanceof ConstraintViolation && (await this.answers.earlier(ctx, key));
      if (first) return first;
      throw error;
    }
    return this.answers.answer(ctx, ctx.correlationId, command.log);
  }

  async #start(
    ctx: RequestContext,
    { workflow, tokens }: ReturnType<typeof readExecution>,
    key: IdempotencyKey | undefined,
  ): Promise<void> {
    const runId = ctx.correlationId;
    const { retentionHours } = this.config.operations;
    await this.database.transaction(ctx, async (tx) => {
      await this.executions.record(ctx, { runId, route: 'workflow-execute', retentionHours, ...(key && { key }) }, tx);
      const run = {
        id: runId,
        workflowId: workflow.id,
        input: { Tokens: tokens, ...keyOfRun(ctx.principal.key?.id) },
        runAs: workflow.runAs,
        userId: ctx.principal.userId,
        chain: [],
      };
      await this.runs.enqueue(ctx, [run], tx);
    });
  }
}
