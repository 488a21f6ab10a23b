import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { Entity } from '../../core/catalogue/entity.js';
import type { RequestContext } from '../../core/context.js';
import { shapeOf } from '../../core/criteria/criterion.js';
import { byIds } from '../../core/matching/by-ids.js';
import { isObject, JsonText, writeJson, type JsonObject } from '../../core/json/json.js';
import { readJson } from '../../core/json/read-json.js';
import { compileReadImages } from '../../core/queries/read-images.sql.js';
import { workflowNamed } from '../../core/runs/run-definitions.js';
import { textOf } from '../../core/templates/template.js';
import { Args } from '../../core/sql/args.js';
import { brokenChain, chainBehind } from '../../core/workflows/chain.js';
import type { NewRun } from '../../core/workflows/run.js';
import type { Workflow } from '../../core/workflows/workflow.js';
import { StatementCache } from '../../platform/database/statement-cache.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { uuidV7 } from '../../platform/ids/uuid-v7.js';
import { StartWorkflows, type WorkflowStart, type WorkflowStarter } from '../hooks/index.js';
import { EnqueueRuns, RunQueueRepository, RunWake } from '../run-store/index.js';

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
    input: { Record: new JsonText(writeJson(record)) },
    runAs: workflow.runAs,
    userId: ctx.principal.userId,
    chain,
    causeId: ctx.correlationId,
    ...(runId !== undefined && { causedBy: runId }),
    ...(stopped !== undefined && { stopped }),
  };
}
