import type { Catalogue } from '../../core/catalogue/catalogue.js';
import { requireScope, scopeOf } from '../../core/access.js';
import type { Entity } from '../../core/catalogue/entity.js';
import { DomainError } from '../../core/errors.js';
import type { Scope } from '../../core/scope.js';
import type { Admitted } from '../../platform/auth/admission.service.js';
import type { HubClient } from '../../signalr/index.js';
import { groupsOf } from './audience.rules.js';

/** A connected client: who it is by now, and what it registered for. */
export class Subscriber {
  /** Groups by the name of the entity that was registered for; none while the user may not read it. */
  readonly #registrations = new Map<string, readonly string[]>();

  constructor(
    readonly client: HubClient,
    private admitted: Admitted,
  ) {}

  get catalogue(): Catalogue {
    return this.admitted.catalogue;
  }

  get principal(): Admitted['principal'] {
    return this.admitted.principal;
  }

  get environmentId(): string {
    return this.catalogue.environment.id;
  }

  /** @throws {DomainError} UnknownEntity, ScopeNone */
  readable(entityName: string): { readonly entity: Entity; readonly scope: Scope } {
    const entity = this.catalogue.entity(entityName);
    return { entity, scope: requireScope(this, entity, 'read') };
  }

  /** The groups that hear of the entity's records as this member may see them now. */
  groupsOf(entity: Entity): readonly string[] {
    return groupsOf(this.environmentId, entity, scopeOf(this, entity, 'read'), this.principal);
  }

  /**
   * From now on the client hears of changes of these records.
   * @throws {DomainError} RateLimited beyond the limit
   */
  register(entity: Entity, limit: number): void {
    if (!this.#registrations.has(entity.name) && this.#registrations.size >= limit)
      throw new DomainError({ code: 'RateLimited', message: `A connection may register for ${limit} entities.` });
    this.#enter(entity.name, this.groupsOf(entity));
  }

  /** The groups that hear of an entity this client registered for. */
  groupsFor(entityName: string): readonly string[] {
    return this.#registrations.get(entityName) ?? [];
  }

  unregister(entityName: string): void {
    this.#enter(entityName, []);
    this.#registrations.delete(entityName);
  }

  /** The definitions or the user's roles and teams are others now. */
  refresh(admitted: Admitted): void {
    this.admitted = admitted;
    for (const name of this.#registrations.keys()) {
      const entity = this.catalogue.find(name);
      this.#enter(name, entity ? this.groupsOf(entity) : []);
    }
  }

  #enter(entityName: string, groups: readonly string[]): void {
    for (const group of this.#registrations.get(entityName) ?? [])
      if (!groups.includes(group)) this.client.leaveGroup(group);
    for (const group of groups) this.client.enterGroup(group);
    this.#registrations.set(entityName, groups);
  }
}
