import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainError, Faults } from '#core/errors.js';
import { readUuid } from '#core/values/uuid-text.js';
import { statusIdOf, type Lifecycle } from '#core/catalogue/lifecycle.js';
import { requireActionWrite } from '#automation/core/workflows/written-entities.js';
import { ActionHandlers } from '#automation/runs/action-handlers.js';
import type { StepCall, WriteStep } from '#automation/runs/action-handler.js';
import { MoveRecord } from '#lifecycle/index.js';
import { stepOutput } from './step-output.js';

/** A move as the members of an action give it. */
interface NamedMove {
  readonly recordId: string;
  readonly nextStatus: string;
  readonly comment: string | null;
}

/** Executes ChangeStatus: a move inside the transaction of the step. Workflows that follow it are started there too. */
@Injectable()
export class ChangeStatusHandler implements OnModuleInit {
  constructor(
    private readonly handlers: ActionHandlers,
    private readonly moves: MoveRecord,
  ) {}

  onModuleInit(): void {
    this.handlers.register('ChangeStatus', this);
  }

  async prepare({ ctx, body }: StepCall): Promise<WriteStep> {
    const entityName = typeof body.EntityName === 'string' ? body.EntityName : '';
    const entity = ctx.catalogue.entity(entityName);
    requireActionWrite(entity, 'update');
    const { lifecycle } = entity;
    if (!lifecycle) {
      const message = `${entity.name} has no active lifecycle.`;
      throw new DomainError({ code: 'Validation', message, path: 'EntityName' });
    }
    const move = await this.moves.prepare(ctx, {
      ...readNamedMove(body, lifecycle),
      entityName,
      assignments: [],
      options: { dryRun: false, nullSafeNegation: false },
      shapeFaults: [],
      log: [],
    });
    return {
      kind: 'write',
      perform: async (tx) => {
        const { result, written } = await move.execute({ tx, mode: 'store' });
        return { output: stepOutput(result.text), written };
      },
    };
  }
}

/** @throws {DomainError} Validation with all faults of the members */
function readNamedMove({ RecordId, ToStatus, Comment = null }: StepCall['body'], lifecycle: Lifecycle): NamedMove {
  const faults = new Faults();
  const recordId = typeof RecordId === 'string' ? readUuid(RecordId.trim()) : undefined;
  if (recordId === undefined) {
    faults.add('Validation', 'RecordId must be the RecordInformationId of a record.', { path: 'RecordId' });
  }
  const nextStatus = typeof ToStatus === 'string' ? statusIdOf(lifecycle, ToStatus.trim()) : undefined;
  if (nextStatus === undefined) {
    const names = [...lifecycle.statuses.values()].map(({ name }) => name).join(', ');
    faults.add('Validation', `ToStatus must be a status of ${lifecycle.name}: ${names}.`, { path: 'ToStatus' });
  }
  if (Comment !== null && typeof Comment !== 'string') {
    faults.add('Validation', 'Comment must be text.', { path: 'Comment' });
  }
  faults.throwIfAny();
  return { recordId: recordId!, nextStatus: nextStatus!, comment: Comment as string | null };
}
