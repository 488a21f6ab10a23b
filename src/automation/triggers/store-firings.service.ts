import { Injectable } from '@nestjs/common';
import type { LoggedChange } from '#core/changes/change.js';
import type { RequestContext } from '#core/context/context.js';
import { JsonText } from '#core/json/json.js';
import { advanceCursor } from '#automation/core/triggers/advance-cursor.sql.js';
import { changedNames, mayFire } from '#automation/core/triggers/fires.js';
import { firingOf, runsOf } from '#automation/core/triggers/firing.js';
import type { EntityTriggers } from '#automation/core/triggers/triggers-in-force.js';
import type { NewRun } from '#core/catalogue/run.js';
import { Database } from '#platform/database/database.js';
import { isOutage } from '#platform/database/connections/database.errors.js';
import { uuidV7 } from '#platform/process/ids/uuid-v7.js';
import { GivenUpWork } from '#platform/operations/given-up-work.js';
import { lossText } from '#platform/operations/losses.js';
import { EnqueueRuns } from '#automation/queue/enqueue-runs.service.js';

/** Another node has moved the cursor, or the definitions have changed. */
class CursorMoved extends Error {}

/** Most triggers that a line of the service's log names. */
const NAMED = 5;

/** A change that cannot be matched. */
export interface PassedOver {
  readonly change: LoggedChange;
  /** By the name of the entity. */
  readonly triggers: ReadonlyMap<string, EntityTriggers>;
  /** Attempts that ended without a result. */
  readonly losses: number;
  /** False where an attempt to store its failed runs has ended so, too. */
  readonly withRuns: boolean;
}

/** Stores what a page of changes starts. */
@Injectable()
export class StoreFirings {
  constructor(
    private readonly database: Database,
    private readonly runs: EnqueueRuns,
    private readonly givenUp: GivenUpWork,
  ) {}

  /**
   * Enqueues runs in the transaction that moves the cursor: all happen once, or none.
   * @returns false when another node has moved the cursor, and so has stored them, or the definitions have changed
   */
  async store(ctx: RequestContext, runs: readonly NewRun[], from: string | null, to: string): Promise<boolean> {
    try {
      await this.database.transaction(ctx, async (tx) => {
        const moved = await tx.runStatement(advanceCursor, ctx, { from, to });
        if (moved.length === 0) throw new CursorMoved();
        await this.runs.enqueue(ctx, runs, tx);
      });
      return true;
    } catch (error) {
      if (error instanceof CursorMoved) return false;
      throw error;
    }
  }

  /**
   * Moves the cursor over a change that cannot be matched. The triggers that it may fire get Failed runs, unless these are
   * what cannot be stored.
   * @returns as `store`
   */
  async passOver(ctx: RequestContext, passed: PassedOver, from: string | null, to: string): Promise<boolean> {
    const { change, losses } = passed;
    const text = lossText(losses, 'to match the change with its triggers');
    const isStored = passed.withRuns
      ? await this.store(ctx, failedRuns(ctx, passed, text), from, to).catch((error: unknown) => {
          if (isOutage(error)) throw error;
          return this.store(ctx, [], from, to);
        })
      : await this.store(ctx, [], from, to);
    const names = (passed.triggers.get(change.entityName)?.triggers ?? [])
      .slice(0, NAMED)
      .map((each) => each.trigger.name);
    const { name } = ctx.catalogue.environment;
    const what = `${change.operation} of ${change.entityName} ${change.recordId} in ${name}`;
    if (isStored) this.givenUp.note('changes', `${text} Passed over: ${what}. Triggers: ${names.join(', ')}.`);
    return isStored;
  }
}

/** Runs of the triggers that a change may fire, which say why it is not known. */
function failedRuns(ctx: RequestContext, { change, triggers }: PassedOver, failed: string): readonly NewRun[] {
  const changed = changedNames(change);
  const concerned = (triggers.get(change.entityName)?.triggers ?? []).filter((each) => mayFire(each, change, changed));
  const facts = { input: { Record: new JsonText('{}') }, userId: change.userId, cause: undefined, failed };
  return concerned.flatMap(({ trigger }) => runsOf(ctx.catalogue, firingOf(trigger, change, facts), uuidV7));
}
