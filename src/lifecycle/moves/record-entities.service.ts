import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { requireScope } from '#core/rights/access.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { DomainError, type Fault } from '#core/errors.js';
import type { StatusEntity } from '#lifecycle/core/moves/prepare-move.js';
import { StatusRepository } from './status.repository.js';

/** Records of one environment that are remembered, and environments: together at most 40 MB. */
const MAX_RECORDS = 10_000;
const MAX_ENVIRONMENTS = 20;

/** Fault of a record that is not there or that the caller may not read; the text is the same for both. */
export const NO_SUCH_RECORD: Fault = {
  code: 'NotFound',
  message:
    'There is no such record with a status, or you may not see it: this endpoint takes the record-information id.',
};

/** Finds the entity of a record-information id, which never changes. */
@Injectable()
export class RecordEntities {
  readonly #known = new LRUCache<string, LRUCache<string, string>>({ max: MAX_ENVIRONMENTS });

  constructor(private readonly records: StatusRepository) {}

  /**
   * The entity that a request names.
   * @throws {DomainError} UnknownEntity, ScopeNone, or Validation for an entity without an active lifecycle
   */
  named(ctx: RequestContext, entityName: string | undefined, path: string): StatusEntity | undefined {
    if (entityName === undefined) return undefined;
    const entity = ctx.catalogue.entity(entityName);
    requireScope(ctx, entity, 'read');
    if (entity.lifecycle) return { entity, lifecycle: entity.lifecycle };
    throw new DomainError({ code: 'Validation', message: `${entity.name} has no active lifecycle.`, path });
  }

  /** @throws {DomainError} NotFound; Validation for a readable record of another entity than `named` */
  async find(ctx: RequestContext, recordId: string, named: StatusEntity | undefined): Promise<StatusEntity> {
    const found = (await this.findAll(ctx, [recordId], named)).get(recordId)!;
    if ('entity' in found) return found;
    throw new DomainError({ ...found, path: found.code === 'NotFound' ? 'recordId' : 'entityName' });
  }

  /** The entity of each record, or why there is none. Whether the caller may read the records is not known then. */
  async findAll(
    ctx: RequestContext,
    recordIds: readonly string[],
    named: StatusEntity | undefined,
  ): Promise<ReadonlyMap<string, StatusEntity | Fault>> {
    const names = await this.#entityNames(ctx, recordIds);
    const found = new Map(recordIds.map((id) => [id, this.#statusEntity(ctx, names.get(id)) ?? NO_SUCH_RECORD]));
    if (named) await this.#compare(ctx, found, named);
    return found;
  }

  /** Replaces records of other entities than the named one by faults. */
  async #compare(ctx: RequestContext, found: Map<string, StatusEntity | Fault>, named: StatusEntity): Promise<void> {
    const others = new Map<Entity, string[]>();
    for (const [id, each] of found)
      if ('entity' in each && each.entity !== named.entity)
        others.set(each.entity, [...(others.get(each.entity) ?? []), id]);
    for (const [entity, ids] of others) {
      const readable = await this.records.readable(ctx, entity, ids);
      for (const id of ids) found.set(id, readable.has(id) ? otherEntity(named) : NO_SUCH_RECORD);
    }
  }

  #statusEntity({ catalogue }: RequestContext, name: string | undefined): StatusEntity | undefined {
    const entity = name === undefined ? undefined : catalogue.find(name);
    return entity?.lifecycle && { entity, lifecycle: entity.lifecycle };
  }

  async #entityNames(ctx: RequestContext, recordIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const known = this.#knownOf(ctx);
    const names = new Map<string, string>();
    for (const id of recordIds) {
      const name = known.get(id);
      if (name !== undefined) names.set(id, name);
    }
    const unknown = recordIds.filter((id) => !names.has(id));
    if (unknown.length === 0) return names;
    for (const [id, name] of await this.records.entitiesOf(ctx, unknown)) {
      known.set(id, ctx.catalogue.entity(name).name);
      names.set(id, name);
    }
    return names;
  }

  #knownOf({ catalogue: { environment } }: RequestContext): LRUCache<string, string> {
    let known = this.#known.get(environment.id);
    if (!known) {
      known = new LRUCache({ max: MAX_RECORDS });
      this.#known.set(environment.id, known);
    }
    return known;
  }
}

const otherEntity = ({ entity }: StatusEntity): Fault => ({
  code: 'Validation',
  message: `The record is no ${entity.name}.`,
});
