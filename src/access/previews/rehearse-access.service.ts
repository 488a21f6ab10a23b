import { Injectable } from '@nestjs/common';
import { catalogueSteps } from '#core/compile/build-catalogue.js';
import type { DefinitionSet } from '#core/catalogue/definition.js';
import type { RequestContext } from '#core/context/context.js';
import { JsonText } from '#core/json/json.js';
import { DefinitionRepository } from '#platform/catalogue/definition.repository.js';
import type { Transaction } from '#platform/database/transaction.js';
import { inSlices } from '#platform/process/scheduling/time-slicer.js';
import { movedUsers } from '#records/core/updates/follow-owner.sql.js';
import type { BatchStep } from '#records/core/batch/batch-command.js';
import { RunBatch } from '#records/index.js';
import { DefinitionChangesRepository, queryOn } from '#definitions/index.js';
import { type AccessState, changedRoles, type MovedOwners } from '#access/core/previews/compare-access.js';
import type { HoldersById } from '#access/core/rights/people.js';
import { MemberRepository } from '#access/rights/member.repository.js';

/** Entities that give access, directly or through others. */
const GIVING = ['Role', 'RoleAccess', 'FieldAccess', 'RolePermission', 'User', 'UserRole', 'TeamMember'];

/** Nobody is answered the results of the steps. */
const noResult = (): JsonText => new JsonText('[]');

/** Access before and after changes that were rolled back. */
export interface RehearsedAccess {
  readonly before: AccessState;
  readonly after: AccessState;
  /** Users whose access may differ. */
  readonly userIds: Iterable<string>;
  readonly moved: MovedOwners;
  readonly log: readonly string[];
}

/** Results of the changes, read before they are rolled back. */
interface Seen {
  readonly definitions: DefinitionSet;
  /** Users who were written, or who got or lost roles and teams. */
  readonly members: { readonly before: HoldersById; readonly after: HoldersById };
  readonly moved: MovedOwners;
  readonly log: readonly string[];
}

/**
 * Makes changes of access as a dry run, and reads the access that they give. Locks are held no longer than by a dry run of
 * a batch: all that can be computed or read afterwards is.
 */
@Injectable()
export class RehearseAccess {
  constructor(
    private readonly batch: RunBatch,
    private readonly definitions: DefinitionRepository,
    private readonly changes: DefinitionChangesRepository,
    private readonly members: MemberRepository,
  ) {}

  /** @throws {DomainError} with the faults of the steps as a batch answers them */
  async rehearse(ctx: RequestContext, steps: readonly BatchStep[]): Promise<RehearsedAccess> {
    let seen: Seen | undefined;
    const command = { mode: 'Atomic', steps, dryRun: true, shapeFaults: [] } as const;
    await this.batch.execute(ctx, command, noResult, async (tx, log) => {
      seen = { ...(await this.#look(ctx, tx)), log };
    });
    const { definitions, members, moved, log } = seen!;
    const { environment } = ctx.catalogue;
    const next = await inSlices(catalogueSteps(environment, ctx.correlationId, definitions));
    // Records that follow their owner may concern whoever reaches one of the teams.
    const holders = moved.size > 0 ? [] : await this.members.holders(ctx, changedRoles(ctx.catalogue, next));
    const written = [...members.before.keys(), ...members.after.keys()];
    const stored = await this.members.committed(ctx, moved.size > 0 ? null : holders);
    const before = new Map([...stored, ...members.before]);
    const others = [...before].filter(([id]) => !members.before.has(id));
    return {
      before: { catalogue: ctx.catalogue, members: before },
      after: { catalogue: next, members: new Map([...others, ...members.after]) },
      userIds: new Set([...written, ...stored.keys()]),
      moved,
      log,
    };
  }

  async #look(ctx: RequestContext, tx: Transaction): Promise<Omit<Seen, 'log'>> {
    const query = queryOn(ctx, tx);
    const changes = await this.changes.read(ctx, GIVING, query);
    const ids = await this.members.assigned(ctx, changes, query);
    const after = await this.members.read(ctx, ids, query);
    const owners = await tx.runStatement(movedUsers, ctx, {});
    return {
      definitions: await this.definitions.read(ctx.catalogue.environment, query),
      members: { before: await this.members.committed(ctx, ids), after },
      moved: new Map(owners.map(({ id }) => [id, after.get(id)?.primaryTeamId ?? null])),
    };
  }
}
