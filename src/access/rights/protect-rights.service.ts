import { Injectable } from '@nestjs/common';
import { catalogueSteps } from '#core/compile/build-catalogue.js';
import { NEW_ENVIRONMENT } from '#core/catalogue/catalogue.js';
import { isExtended } from '#core/catalogue/extended-entities.js';
import type { DefinitionSet } from '#core/catalogue/definition.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { DomainError, type Fault } from '#core/errors.js';
import { gathered } from '#core/steps.js';
import { SYSTEM_USER_ID } from '#core/context/system-context.js';
import { DefinitionRepository } from '#platform/catalogue/definition.repository.js';
import type { Query } from '#platform/database/platform-database.js';
import { inSlices } from '#platform/process/scheduling/time-slicer.js';
import type { Transaction } from '#platform/database/transaction.js';
import { BeforeCommitHooks, type BeforeCommitHook } from '#records/index.js';
import { DefinitionChangesRepository, queryOn, type DefinitionChange } from '#definitions/index.js';
import { MemberRepository } from './member.repository.js';
import { asksManagers, CircumstancesRepository } from './circumstances.repository.js';
import { clauseLimitFaults, mayExceedClauses } from '#access/core/rights/clause-limit.js';
import { peopleFaults, type HoldersById } from '#access/core/rights/people.js';
import { administratorRequired, restrictedChanges } from '#access/core/rights/restricted-changes.js';
import type { Circumstances } from '#access/core/rights/restrictions.js';
import { reviewed, storedById } from '#access/core/rights/reviewed-changes.js';
import { beyond, rightsOf, rightsOfRole, type EffectiveRights, type Rulebook } from '#access/core/rights/rights.js';

/** Entities that assign roles, teams and keys to users; others define roles, teams and entities. */
const PEOPLE: ReadonlySet<string> = new Set(['User', 'UserRole', 'TeamMember', 'ApiKey']);

/** Entities whose changes may tell about stored records, or change them. */
const ABOUT_RECORDS: ReadonlySet<string> = new Set(['Entity', 'Field', 'Lifecycle', 'Status']);

/** Rights in an environment before or after a write. */
interface State extends Rulebook {
  readonly definitions: DefinitionSet;
  readonly members: HoldersById;
}

/** A write to check. */
interface Written {
  readonly ctx: RequestContext;
  readonly changes: readonly DefinitionChange[];
  /** Query within the transaction. */
  readonly query: Query;
}

/**
 * Prevents privilege escalation: users who are not Administrators cannot grant anybody a right that they lack. It
 * compares the rights of all users and roles before and after the write, by any route. Writes of definitions and access
 * records of an environment are serialised, so nothing changes meanwhile.
 */
@Injectable()
export class ProtectRights implements BeforeCommitHook {
  constructor(
    private readonly definitions: DefinitionRepository,
    private readonly changes: DefinitionChangesRepository,
    private readonly members: MemberRepository,
    private readonly circumstances: CircumstancesRepository,
    hooks: BeforeCommitHooks,
  ) {
    hooks.register('rights', this);
  }

  concerns({ catalogue }: RequestContext, { kind }: Entity): boolean {
    return (kind === 'definition' || kind === 'access') && catalogue.version !== NEW_ENVIRONMENT;
  }

  /**
   * Checks a write before commit.
   * @throws {DomainError} AdministratorRequired; Validation for too many clauses
   */
  async beforeCommit(ctx: RequestContext, entities: readonly Entity[], tx: Transaction): Promise<void> {
    const { userId } = ctx.principal;
    if (userId === SYSTEM_USER_ID) return;
    const query = queryOn(ctx, tx);
    const names = entities.map(({ name }) => name);
    if (names.includes('UserRole') && mayExceedClauses(ctx.catalogue)) await this.#limitClauses(ctx, query);
    const granter = (await this.members.committed(ctx, [userId])).get(userId);
    if (granter?.isActive && granter.isAdministrator) return;
    const changes = await this.changes.read(ctx, names, query);
    const faults = await this.#faults(
      { ctx, changes, query },
      names.every((name) => PEOPLE.has(name)),
    );
    if (faults.length > 0) throw new DomainError(...faults);
  }

  /** Refuses roles by which a user would unite too many clauses, whoever gives them. */
  async #limitClauses(ctx: RequestContext, query: Query): Promise<void> {
    const changes = await this.changes.read(ctx, ['UserRole'], query);
    const users = await this.members.assigned(ctx, changes, query);
    const faults = clauseLimitFaults(ctx.catalogue, (await this.members.read(ctx, users, query)).values());
    if (faults.length > 0) throw new DomainError(...faults);
  }

  async #faults(written: Written, isAboutPeople: boolean): Promise<readonly Fault[]> {
    const { ctx, changes, query } = written;
    const { environment } = ctx.catalogue;
    const definitions = await this.definitions.read(environment);
    const next = isAboutPeople ? definitions : await this.definitions.read(environment, query);
    const users = await this.members.assigned(ctx, changes, query);
    // Changed roles and teams may affect every user.
    const looked = isAboutPeople ? [...users, ctx.principal.userId] : null;
    const asked = await this.circumstances.asked(ctx);
    const state = async (set: DefinitionSet, members: HoldersById): Promise<State> => {
      const catalogue = await inSlices(catalogueSteps(environment, ctx.correlationId, set));
      return { asked, members, definitions: set, catalogue };
    };
    const before = await state(definitions, await this.members.committed(ctx, looked));
    const after = await state(next, await this.members.read(ctx, looked, query));
    const restricted = await this.#restricted(written, before, after);
    return restricted.length > 0 ? restricted : this.#gains(written, users, [before, after]);
  }

  async #restricted(written: Written, before: State, after: State): Promise<readonly Fault[]> {
    const { changes, query } = written;
    const ctx = { ...written.ctx, catalogue: before.catalogue };
    const { userId } = ctx.principal;
    const granter = rightsOf(before, before.members.get(userId));
    const stored = {
      before: await inSlices(storedById(before.definitions)),
      after: await inSlices(storedById(after.definitions)),
    };
    const names = [...before.catalogue.entities.values()]
      .filter(({ kind, name }) => kind === 'business' || isExtended(name))
      .map(({ name }) => name);
    const isAboutRecords = changes.some(({ entityName }) => ABOUT_RECORDS.has(entityName));
    const at: Circumstances = {
      ...stored,
      callerId: userId,
      catalogue: before.catalogue,
      next: after.catalogue,
      occupied: await this.circumstances.occupied(ctx, isAboutRecords ? names : [], query),
      readable: new Set(
        names.filter((name) => granter.access.get(name)?.read === 'All' && !granter.access.get(name)?.rows?.read),
      ),
      asksManagers: asksManagers(before.catalogue),
      namedQueries: await this.circumstances.namedQueries(ctx, changes, before.asked, query),
      published: await this.circumstances.published(ctx, changes, granter, query),
    };
    return inSlices(restrictedChanges(reviewed(changes, stored.before, stored.after), at));
  }

  async #gains(
    { ctx, changes, query }: Written,
    users: readonly string[],
    [before, after]: readonly [State, State],
  ): Promise<readonly Fault[]> {
    const created = (name: string): readonly string[] =>
      changes.filter(({ entityName, operation }) => entityName === name && operation === 'Create').map(({ id }) => id);
    const newTeams = created('Team');
    const there = { ...ctx, catalogue: before.catalogue };
    const taken = await this.members.taken(there, [...created('User'), ...newTeams], query);
    const fresh = newTeams.filter((id) => !taken.has(id) && !before.catalogue.organisation.teams.has(id));
    const granter = withTeams(rightsOf(before, before.members.get(ctx.principal.userId)), fresh);
    const gained = await inSlices(
      gathered(grants(before, after), ([was, is]) => {
        const gain = beyond({ before: withTeams(was, fresh), after: is, granter });
        return gain === undefined ? [] : [gain];
      }),
    );
    const people = {
      changes,
      before: before.members,
      after: after.members,
      written: users,
      reach: granter.reach,
      taken,
    };
    return [...peopleFaults(people), ...[...new Set(gained)].map(beyondFault)];
  }
}

/** Rights before and after. */
type Grants = Iterable<readonly [before: EffectiveRights, after: EffectiveRights]>;

/** Rights of users and of roles; roles without users too, because they may be assigned later. */
function* grants(before: State, after: State): Grants {
  for (const [id, member] of after.members) yield [rightsOf(before, before.members.get(id)), rightsOf(after, member)];
  for (const id of after.catalogue.organisation.roles.keys()) yield [rightsOfRole(before, id), rightsOfRole(after, id)];
}

/** Ignores teams created by the write itself, which own no records. */
const withTeams = (rights: EffectiveRights, teams: readonly string[]): EffectiveRights => ({
  ...rights,
  reach: new Set([...rights.reach, ...teams]),
});

const beyondFault = (what: string): Fault =>
  administratorRequired(
    `Only an Administrator may give anybody rights beyond the caller's own; this write gives ${what}.`,
  );
