import { Injectable } from '@nestjs/common';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import type { Assignment } from '#core/requests/assignments.js';
import { DomainError } from '#core/errors.js';
import type { JsonObject, JsonValue } from '#core/json/json.js';
import { visited } from '#core/steps.js';
import { withIds } from '#records/core/matching/match-records.js';
import type { Transaction } from '#platform/database/transaction.js';
import { inSlices } from '#platform/process/scheduling/time-slicer.js';
import { uuidV7 } from '#platform/process/ids/uuid-v7.js';
import {
  DeleteSteps,
  draftUpdate,
  InsertSteps,
  OutcomeRepository,
  UpdateSteps,
  type StepOutcome,
} from '#records/index.js';
import { Drafter } from '#records/core/drafts/draft-records.js';
import type { PartChange, RoleRecord } from '#access/core/roles/clone-role.js';

/** Writes the scopes and permissions of a role as records, so that rules, hooks and the change log apply. */
@Injectable()
export class WriteRoleRecords {
  constructor(
    private readonly inserts: InsertSteps,
    private readonly updates: UpdateSteps,
    private readonly deletes: DeleteSteps,
    private readonly outcomes: OutcomeRepository,
  ) {}

  /** Writes the changes of one role and their common outcome; returns the changed entities. */
  async write(
    ctx: RequestContext,
    roleId: string,
    changes: readonly PartChange[],
    tx: Transaction,
  ): Promise<readonly Entity[]> {
    const outcomes: StepOutcome[] = [];
    for (const change of changes) {
      outcomes.push(...(await this.#remove(ctx, change, tx)), ...(await this.#change(ctx, change, tx)));
    }
    outcomes.push(...(await this.#create(ctx, roleId, changes, tx)));
    const write = { entity: ctx.catalogue.entity('Role'), operation: 'Update' } as const;
    await this.outcomes.record(ctx, write, [roleId], tx);
    return [...new Set(outcomes.flatMap(({ written }) => written))];
  }

  async #remove(
    ctx: RequestContext,
    { part: { entity }, removedIds }: PartChange,
    tx: Transaction,
  ): Promise<readonly StepOutcome[]> {
    if (removedIds.length === 0) return [];
    return [await this.deletes.delete(ctx, entity, withIds(ctx, entity, removedIds), { tx, mode: 'part' })];
  }

  async #change(
    ctx: RequestContext,
    { part: { entity }, changed }: PartChange,
    tx: Transaction,
  ): Promise<readonly StepOutcome[]> {
    const outcomes: StepOutcome[] = [];
    for (const { ids, values } of changed) {
      const prepared = draftUpdate(ctx, entity, assignments(values));
      if (prepared.nested.faults.length > 0) throw new DomainError(...prepared.nested.faults);
      outcomes.push(await this.updates.update(ctx, prepared, withIds(ctx, entity, ids), { tx, mode: 'part' }));
    }
    return outcomes;
  }

  /** Creates all records in one statement. */
  async #create(
    ctx: RequestContext,
    roleId: string,
    changes: readonly PartChange[],
    tx: Transaction,
  ): Promise<readonly StepOutcome[]> {
    await tx.allowPauses();
    const drafter = new Drafter(ctx, uuidV7);
    for (const { part, created } of changes) {
      const { entity, link, keys } = part;
      const named = (name: string): JsonObject => (keys.length === 1 ? { [keys[0].name]: name } : {});
      const add = ({ key: name, values }: RoleRecord): void =>
        void drafter.add(entity, assignments({ [link.name]: roleId, ...named(name), ...values }));
      await inSlices(visited(created, add));
    }
    drafter.faults.throwIfAny();
    const draft = drafter.finish();
    return draft.groups.length === 0 ? [] : [await this.inserts.insert(ctx, draft, { tx, mode: 'part' })];
  }
}

const assignments = (values: JsonObject): readonly Assignment[] =>
  Object.entries(values).map(([name, value]: [string, JsonValue]) => ({ name, value, path: '' }));
