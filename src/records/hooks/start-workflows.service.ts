import { Injectable } from '@nestjs/common';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import type { Transaction } from '#platform/database/transaction.js';

/** A workflow that a move or the outcome of an approval starts, once per record. */
export interface WorkflowStart {
  /** Name of the workflow. */
  readonly workflow: string;
  readonly entity: Entity;
  /** Ids of the records, which the transaction has left as the workflow is to see them. */
  readonly recordIds: readonly string[];
  readonly cause: 'Transition' | 'Approval';
}

/** Runs workflows. It enqueues in the transaction, so that a run exists if and only if its cause was committed. */
export interface WorkflowStarter {
  start(ctx: RequestContext, starts: readonly WorkflowStart[], tx: Transaction): Promise<void>;
  /** Resumes the runs that wait for records, once the transaction has released them. */
  resume(ctx: RequestContext, recordIds: readonly string[], tx: Transaction): void;
}

/** The port through which writes start workflows. */
@Injectable()
export class StartWorkflows {
  #starter: WorkflowStarter | undefined;

  register(starter: WorkflowStarter): void {
    this.#starter = starter;
  }

  /** Starts workflows. */
  async start(ctx: RequestContext, starts: readonly WorkflowStart[], tx: Transaction): Promise<void> {
    if (starts.length === 0) return;
    if (!this.#starter) throw new Error('No module starts workflows.');
    await this.#starter.start(ctx, starts, tx);
  }

  /** Resumes the runs that wait for records, once the transaction has released them. */
  resume(ctx: RequestContext, recordIds: readonly string[], tx: Transaction): void {
    if (recordIds.length > 0) this.#starter?.resume(ctx, recordIds, tx);
  }
}
