import type { Catalogue } from '#core/catalogue/catalogue.js';
import { limitedRows, requireScope, scopeOf } from '#core/rights/access.js';
import type { Entity } from '#core/catalogue/entity.js';
import { DomainError } from '#core/errors.js';
import type { Scope } from '#core/catalogue/scope.js';
import type { RequestContext } from '#core/context/context.js';
import { sharedRecord } from '#core/relations/share-clauses.js';
import { widensReads } from '#core/relations/shares.sql.js';
import { type CallerClause, callerClause } from '#core/statements/caller-clause.js';
import type { Admitted } from '#platform/catalogue/admitted.js';
import type { HubClient } from '#signalr/index.js';
import { groupsOf, unseenFields, type UnseenFields } from '#hub/core/audience.js';

/** View of a user on an entity: members of these groups see a record, and not these fields of it. */
interface View {
  readonly groups: ReadonlySet<string>;
  readonly unseen: UnseenFields;
  /** Records that clauses of the user's roles, and shares, give besides. */
  readonly grants: readonly Grant[];
}

/** Records that members of these groups see where they meet a clause. */
interface Grant {
  readonly groups: ReadonlySet<string>;
  readonly clause: (call: RequestContext) => Pick<CallerClause, 'bound' | 'isTimed'>;
}

/** A connected client with its current access and its registrations. */
export class Subscriber {
  /** Groups by the name of the registered entity; empty while the user may not read it. */
  readonly #registrations = new Map<string, readonly string[]>();
  readonly #views = new Map<string, View>();

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

  /**
   * Returns an entity and the read scope of the user.
   * @throws {DomainError} UnknownEntity, ScopeNone
   */
  readable(entityName: string): { readonly entity: Entity; readonly scope: Scope } {
    const entity = this.catalogue.entity(entityName);
    return { entity, scope: requireScope(this, entity, 'read') };
  }

  /** Tells whether clauses of the user's roles limit the records of an entity. */
  isLimited(entityName: string): boolean {
    const entity = this.catalogue.find(entityName);
    return entity !== undefined && limitedRows(this, entity, 'read') !== undefined;
  }

  /** Tells whether clauses or shares decide about records of an entity: then its changes have to be judged. */
  isJudged(entityName: string): boolean {
    const entity = this.catalogue.find(entityName);
    return entity !== undefined && (this.isLimited(entityName) || widensReads(this, entity));
  }

  /** Names of the registered entities. */
  get registered(): readonly string[] {
    return [...this.#registrations.keys()];
  }

  /** Lists the groups for the entity in the user's current scope; none where its changes are judged. */
  groupsOf(entity: Entity): readonly string[] {
    return this.isJudged(entity.name) ? [] : this.#groupsIn(scopeOf(this, entity, 'read'), entity);
  }

  #groupsIn(scope: Scope, entity: Entity): readonly string[] {
    return groupsOf(this.environmentId, entity, scope, this.principal);
  }

  /** Returns the user's present view on an entity. */
  viewOf(entityName: string): View {
    const known = this.#views.get(entityName);
    if (known) return known;
    const entity = this.catalogue.find(entityName);
    const view = entity ? this.#viewOf(entity) : { groups: new Set<string>(), unseen: [], grants: [] };
    this.#views.set(entityName, view);
    return view;
  }

  #viewOf(entity: Entity): View {
    const { open, grants } = limitedRows(this, entity, 'read') ?? { open: scopeOf(this, entity, 'read'), grants: [] };
    const groupsIn = (scope: Scope): ReadonlySet<string> => new Set(this.#groupsIn(scope, entity));
    return {
      groups: groupsIn(open),
      unseen: unseenFields(this, entity),
      grants: [
        ...grants.map(({ scope, clause }) => ({
          groups: groupsIn(scope),
          clause: (call: RequestContext) => callerClause(call, clause),
        })),
        ...(widensReads(this, entity) ? [{ groups: groupsIn('All'), clause: this.#sharedWith(entity) }] : []),
      ],
    };
  }

  /** Clause that a record, of any owner, is shared with the user. */
  #sharedWith(entity: Entity): Grant['clause'] {
    const bound = sharedRecord(this.catalogue, entity, this.principal);
    return () => ({ bound, isTimed: false });
  }

  /**
   * Registers the client for changes of an entity.
   * @throws {DomainError} RateLimited above `limit` entities.
   */
  register(entity: Entity, limit: number): void {
    if (!this.#registrations.has(entity.name) && this.#registrations.size >= limit)
      throw new DomainError({ code: 'RateLimited', message: `A connection may register for ${limit} entities.` });
    this.#enter(entity.name, this.groupsOf(entity));
  }

  /** Returns the groups of a registered entity. */
  groupsFor(entityName: string): readonly string[] {
    return this.#registrations.get(entityName) ?? [];
  }

  unregister(entityName: string): void {
    this.#enter(entityName, []);
    this.#registrations.delete(entityName);
  }

  /** Applies changed definitions, roles or teams to all registrations. */
  refresh(admitted: Admitted): void {
    this.admitted = admitted;
    this.#views.clear();
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
