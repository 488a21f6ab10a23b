import { Injectable } from '@nestjs/common';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import type { Transaction } from '#platform/database/transaction.js';
import { BeforeCommitHooks, type BeforeCommitHook } from '#records/index.js';
import { DecideRequests } from './decide-requests.service.js';
import { ReassignTasks } from './reassign-tasks.service.js';
import { StartManually } from './start-manually.service.js';

const CONCERNED: ReadonlySet<string> = new Set(['ApprovalRequest', 'ApprovalTask', 'ApprovalDecision']);

/** Gives the requests, reassignments and decisions that callers write their effect, in the same transaction. */
@Injectable()
export class ApplyApprovalWrites implements BeforeCommitHook {
  constructor(
    private readonly starts: StartManually,
    private readonly reassignments: ReassignTasks,
    private readonly decisions: DecideRequests,
    hooks: BeforeCommitHooks,
  ) {
    hooks.register('decisions', this);
  }

  concerns(_ctx: RequestContext, { name }: Entity): boolean {
    return CONCERNED.has(name);
  }

  async beforeCommit(ctx: RequestContext, written: readonly Entity[], tx: Transaction): Promise<readonly Entity[]> {
    const names = new Set(written.map(({ name }) => name));
    return [
      ...(names.has('ApprovalRequest') ? await this.starts.startAll(ctx, tx) : []),
      ...(names.has('ApprovalTask') ? await this.reassignments.reassignAll(ctx, tx) : []),
      ...(names.has('ApprovalDecision') ? await this.decisions.decideAll(ctx, tx) : []),
    ];
  }
}
