import { Injectable } from '@nestjs/common';
import type { Entity } from '#core/catalogue/entity.js';
import type { MappedTarget } from '#core/catalogue/identity-mapping.js';
import type { RequestContext } from '#core/context/context.js';
import { DomainError } from '#core/errors.js';
import type { JsonObject } from '#core/json/json.js';
import type { Assignment } from '#core/requests/assignments.js';
import type { Transaction } from '#platform/database/transaction.js';
import { uuidV7 } from '#platform/process/ids/uuid-v7.js';
import { DeleteSteps, draftUpdate, InsertSteps, UpdateSteps } from '#records/index.js';
import { Drafter } from '#records/core/drafts/draft-records.js';
import { byId, withIds } from '#records/core/matching/match-records.js';
import type { MappedAccess } from '#access/core/mappings/mapped-access.js';
import type { HeldRecord } from './identity.repository.js';

/** Entities whose records give a role or a team to a user. */
const GIVING: Readonly<Record<MappedTarget['kind'], { readonly entity: string; readonly target: string }>> = {
  Role: { entity: 'UserRole', target: 'RoleId' },
  Team: { entity: 'TeamMember', target: 'TeamId' },
};

/** Writes what tokens say as records, so that rules, hooks and the change log apply. Each write names its mapping. */
@Injectable()
export class WriteIdentities {
  constructor(
    private readonly inserts: InsertSteps,
    private readonly updates: UpdateSteps,
    private readonly deletes: DeleteSteps,
  ) {}

  /** @returns the id of the new user */
  async createUser(ctx: RequestContext, values: JsonObject, tx: Transaction): Promise<string> {
    return this.#insert(ctx, ctx.catalogue.entity('User'), values, tx);
  }

  updateUser(ctx: RequestContext, id: string, values: JsonObject, tx: Transaction): Promise<void> {
    return this.#update(ctx, ctx.catalogue.entity('User'), { id, values }, tx);
  }

  /**
   * Gives and takes roles and teams. `held` are the records of the user that give one of them.
   * @returns the entities of changed records
   */
  async follow(
    ctx: RequestContext,
    userId: string,
    { access, held }: { readonly access: readonly MappedAccess[]; readonly held: readonly HeldRecord[] },
    tx: Transaction,
  ): Promise<readonly Entity[]> {
    const written = new Set<Entity>();
    const byTarget = new Map(held.map((record) => [record.target, record]));
    for (const { mapping, isGiven } of access) {
      const { entity: name, target } = GIVING[mapping.target.kind];
      const entity = ctx.catalogue.entity(name);
      const record = byTarget.get(mapping.target.id);
      const by = { ...ctx, mappingId: mapping.id };
      if (!record && isGiven) {
        const values = { UserId: userId, [target]: mapping.target.id, IdentityMappingId: mapping.id };
        await this.#insert(by, entity, values, tx);
      } else if (record && !isGiven) {
        await this.deletes.delete(by, entity, withIds(by, entity, [record.id]), { tx, mode: 'part' });
      } else if (record && record.mapping !== null && record.mapping !== mapping.id) {
        await this.#update(by, entity, { id: record.id, values: { IdentityMappingId: mapping.id } }, tx);
      } else continue;
      written.add(entity);
    }
    return [...written];
  }

  async #insert(ctx: RequestContext, entity: Entity, values: JsonObject, tx: Transaction): Promise<string> {
    const drafter = new Drafter(ctx, uuidV7);
    const { id } = drafter.add(entity, assignments(values));
    drafter.faults.throwIfAny();
    await this.inserts.insert(ctx, drafter.finish(), { tx, mode: 'part' });
    return id;
  }

  async #update(
    ctx: RequestContext,
    entity: Entity,
    { id, values }: { readonly id: string; readonly values: JsonObject },
    tx: Transaction,
  ): Promise<void> {
    const prepared = draftUpdate(ctx, entity, assignments(values));
    if (prepared.nested.faults.length > 0) throw new DomainError(...prepared.nested.faults);
    await this.updates.update(ctx, prepared, byId(ctx, entity, id), { tx, mode: 'part' });
  }
}

const assignments = (values: JsonObject): readonly Assignment[] =>
  Object.entries(values).map(([name, value]) => ({ name, value, path: '' }));
