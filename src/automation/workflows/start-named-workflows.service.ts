import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { shapeOf } from '#core/criteria/criterion.js';
import { byIds } from '#records/core/matching/by-ids.js';
import { isObject, JsonText, writeJson, type JsonObject } from '#core/json/json.js';
import { readJson } from '#core/json/read-json.js';
import { compileReadImages } from '#records/core/hooks/read-images.sql.js';
import { workflowNamed } from '#core/compile/run-definitions.js';
import { textOf } from '#core/tokens/template.js';
import { Args } from '#core/statements/args.js';
import { keyOfRun } from '#automation/core/workflows/key-of-run.js';
import { brokenChain, chainBehind } from '#automation/core/workflows/chain.js';
import type { NewRun } from '#core/catalogue/run.js';
import type { Workflow } from '#core/catalogue/workflow.js';
import { StatementCache } from '#platform/database/statement-cache.js';
import type { Transaction } from '#platform/database/transaction.js';
import { uuidV7 } from '#platform/process/ids/uuid-v7.js';
import { StartWorkflows, type WorkflowStart, type WorkflowStarter } from '#records/index.js';
import { EnqueueRuns } from '#automation/queue/enqueue-runs.service.js';
import { RunQueueRepository } from '#automation/queue/run-queue.repository.js';
import { RunWake } from '#automation/queue/run-wake.js';

/** Starts the workflows that moves and approvals name, in their transaction. */
@Injectable()
export class StartNamedWorkflows implements WorkflowStarter, OnModuleInit {
  readonly #logger = new Logger(StartNamedWorkflows.name);

  constructor(
    private readonly port: StartWorkflows,
    private readonly runs: EnqueueRuns,
    private readonly statements: StatementCache,
    private readonly queue: RunQueueRepository,
    private readonly wake: RunWake,
  ) {}

  onModuleInit(): void {
    this.port.register(this);
  }

  async start(ctx: RequestContext, starts: readonly WorkflowStart[], tx: Transaction): Promise<void> {
    for (const { workflow: name, entity, recordIds } of starts) {
      const workflow = workflowNamed(ctx.catalogue, name);
      if (!workflow?.isActive) {
        const why = workflow ? 'it is not active' : 'it does not exist';
        ctx.submission?.addToLog(`Workflow ${name} was not started: ${why}.`);
        continue;
      }
      const records = await this.#images(ctx, entity, recordIds, tx);
      await this.runs.enqueue(
        ctx,
        records.map((record) => newRun(ctx, workflow, entity, record)),
        tx,
      );
    }
  }

  resume({ catalogue }: RequestContext, recordIds: readonly string[], tx: Transaction): void {
    tx.onCommit(() => void this.#unblock(catalogue.environment.id, recordIds));
  }

  async #unblock(environmentId: string, recordIds: readonly string[]): Promise<void> {
    try {
      if (await this.queue.unblock(environmentId, recordIds)) this.wake.wakeAll();
    } catch (error) {
      this.#logger.warn(error);
    }
  }

  /** The records as the transaction leaves them. */
  async #images(
    ctx: RequestContext,
    entity: Entity,
    ids: readonly string[],
    tx: Transaction,
  ): Promise<readonly JsonObject[]> {
    const args = new Args(ctx);
    const criterion = byIds(entity, ids, args);
    const key = `images to start:${entity.name}:${shapeOf(criterion)}`;
    const statement = this.statements.get(ctx, key, () => compileReadImages(ctx, entity, criterion, 'ALL'), 'read');
    const rows = await tx.execute<{ row: string }>(statement, args);
    return rows.map(({ row }) => readJson(row)).filter(isObject);
  }
}

function newRun(ctx: RequestContext, workflow: Workflow, entity: Entity, record: JsonObject): NewRun {
  const [id, recordInformationId] = [textOf(record.Id), textOf(record.RecordInformationId)];
  const { runId, chain: led = [] } = ctx.job ?? {};
  const cause = runId === undefined ? undefined : { runId, chain: led };
  const chain = chainBehind(cause, { definitionId: workflow.id, recordId: id }, ctx.correlationId);
  const stopped = brokenChain(ctx.catalogue, chain);
  return {
    id: uuidV7(),
    workflowId: workflow.id,
    record: { entityName: entity.name, id, recordInformationId },
    input: { Record: new JsonText(writeJson(record)), ...keyOfRun(ctx.principal.key?.id) },
    runAs: workflow.runAs,
    userId: ctx.principal.userId,
    chain,
    causeId: ctx.correlationId,
    ...(runId !== undefined && { causedBy: runId }),
    ...(stopped !== undefined && { stopped }),
  };
}
