import { Injectable } from '@nestjs/common';
import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import type { RequestContext } from '#core/context/context.js';
import { DomainError, type Fault } from '#core/errors.js';
import type { Lifecycle } from '#core/catalogue/lifecycle.js';
import { followingRollups } from '#records/core/rollups/following-rollups.js';
import { Args } from '#core/statements/args.js';
import { render } from '#core/sql/sql.js';
import type { Query } from '#platform/database/platform-database.js';
import type { Transaction } from '#platform/database/transaction.js';
import { inSlices } from '#platform/process/scheduling/time-slicer.js';
import type { DefinitionChange } from './definition-changes.repository.js';
import { RecomputeRollups } from './recompute-rollups.repository.js';
import {
  compileFirstStatuses,
  compileLifecycleEntities,
  compileStandingRecords,
} from '#definitions/core/migration/statuses.sql.js';

/** A deleted status of an entity. */
interface DeletedStatus {
  readonly entity: Entity;
  readonly id: string;
  readonly name: string;
}

/** An entity whose lifecycle the transaction has activated. */
interface Activation {
  readonly entity: Entity;
  readonly lifecycle: Lifecycle;
}

/** Consequences of changed lifecycles for stored records. */
export interface StatusMigration {
  readonly deleted: readonly DeletedStatus[];
  readonly activated: readonly Activation[];
  /** Fields whose stored values change: the status of records. */
  readonly changed: readonly Field[];
  /** Entities whose tables writers must leave until the end of the transaction. */
  readonly entities: readonly Entity[];
}

/** Brings the statuses of stored records in line with changed lifecycles (docs/definitions.md#lifecycles). */
@Injectable()
export class MigrateStatuses {
  constructor(private readonly rollups: RecomputeRollups) {}

  /**
   * @param ctx with the catalogue that is about to come true.
   * @param tables names of the tables that exist already.
   */
  async plan(
    ctx: RequestContext,
    changes: readonly DefinitionChange[],
    tables: Pick<ReadonlyMap<string, unknown>, 'has'>,
    query: Query,
  ): Promise<StatusMigration> {
    const isStored = ({ entity }: { readonly entity: Entity }): boolean => tables.has(entity.name);
    const deleted = (await this.#deleted(ctx, changes, query)).filter(isStored);
    const activated = activations(ctx.catalogue, changes).filter(isStored);
    const entities = [...new Set([...deleted, ...activated].map(({ entity }) => entity))];
    const changed = activated.map(({ entity }) => entity.fields.get('statusid')!);
    return { deleted, activated, changed, entities };
  }

  /** @throws {DomainError} DeleteBlocked for deleted statuses in which records stand */
  async requireUnused(ctx: RequestContext, { deleted }: StatusMigration, query: Query): Promise<void> {
    const faults: Fault[] = [];
    for (const entity of new Set(deleted.map((status) => status.entity))) {
      const own = deleted.filter((status) => status.entity === entity);
      const ids = own.map(({ id }) => id);
      const rows = await query<{ id: string; n: number }>(render(compileStandingRecords(ctx, entity)).text, [ids]);
      const counts = new Map(rows.map(({ id, n }) => [id, n]));
      faults.push(...own.flatMap((status) => standing(status, counts.get(status.id) ?? 0)));
    }
    if (faults.length > 0) throw new DomainError(...faults);
  }

  /** Gives the initial status to records without a status of a lifecycle that has become active. */
  async activate(ctx: RequestContext, { activated, changed }: StatusMigration, tx: Transaction): Promise<void> {
    for (const { entity, lifecycle } of activated) {
      const args = new Args(ctx);
      await tx.executeOnce(ctx, compileFirstStatuses(ctx, entity, lifecycle, args), args);
    }
    if (changed.length === 0) return;
    const groups = await inSlices(followingRollups(ctx.catalogue, new Set(changed)));
    await this.rollups.recompute(ctx, groups, tx);
  }

  async #deleted(
    ctx: RequestContext,
    changes: readonly DefinitionChange[],
    query: Query,
  ): Promise<readonly DeletedStatus[]> {
    const statuses = changes.filter(({ entityName, operation }) => entityName === 'Status' && operation === 'Delete');
    if (statuses.length === 0) return [];
    const rows = await query<{ id: string; name: string }>(render(compileLifecycleEntities(ctx)).text);
    const names = new Map(rows.map(({ id, name }) => [id, name]));
    return statuses.flatMap(({ id, old }): readonly DeletedStatus[] => {
      // An entity that goes along has no records at all.
      const entity = ctx.catalogue.find(names.get(old.text('LifecycleId') ?? '') ?? '');
      return entity ? [{ entity, id, name: old.text('Name') ?? '' }] : [];
    });
  }
}

function activations(catalogue: Catalogue, changes: readonly DefinitionChange[]): readonly Activation[] {
  const ids = new Set(
    changes
      .filter(({ entityName, operation, new: after }) => {
        return entityName === 'Lifecycle' && (operation === 'Create' || after.flag('IsActive'));
      })
      .map(({ id }) => id),
  );
  return [...catalogue.entities.values()].flatMap((entity): readonly Activation[] => {
    const { lifecycle } = entity;
    return lifecycle && ids.has(lifecycle.id) ? [{ entity, lifecycle }] : [];
  });
}

function standing({ entity, id, name }: DeletedStatus, count: number): readonly Fault[] {
  if (count === 0) return [];
  const records = count === 1 ? '1 record stands' : `${count} records stand`;
  const message = `${records} in the status '${name}' of ${entity.name}, deleted ones included; move them first.`;
  const params = { Kind: 'Record', Name: entity.name, Count: count };
  return [{ code: 'DeleteBlocked', message, recordId: id, params }];
}
