import { Injectable } from '@nestjs/common';
import { isAdministratorRole } from '#core/catalogue/catalogue.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { systemContext } from '#core/context/system-context.js';
import { DomainError } from '#core/errors.js';
import { type ProvisionedCall, Provisioning } from '#platform/auth/provisioning.js';
import { RenewContext } from '#platform/catalogue/renew-context.js';
import type { Transaction } from '#platform/database/transaction.js';
import type { WriteOutcome } from '#platform/operations/outcomes/outcome.js';
import { uuidV7 } from '#platform/process/ids/uuid-v7.js';
import { WriteTransactions } from '#records/index.js';
import type { MappedAccess } from '#access/core/mappings/mapped-access.js';
import { AdmitPerson, Nobody } from './admit-person.service.js';
import { IdentityRepository } from './identity.repository.js';
import { accessOf, readCall, type ReadCall } from './read-call.js';
import { WriteIdentities } from './write-identities.service.js';

/** Others may take a name, or leave the environment one Administrator, at the same time. */
const MAX_ATTEMPTS = 3;

/** Links and creates the users of tokens, and lets mapped roles and teams follow the claims (docs/sign-in-people.md). */
@Injectable()
export class ProvisionPeople {
  constructor(
    private readonly identities: IdentityRepository,
    private readonly people: AdmitPerson,
    private readonly records: WriteIdentities,
    private readonly transactions: WriteTransactions,
    private readonly renewal: RenewContext,
    provisioning: Provisioning,
  ) {
    provisioning.register((call) => this.provision(call));
  }

  /**
   * Stores what a token says that is newer than those before.
   * @returns true where the caller must be read again
   * @throws {DomainError} ClaimsIncomplete
   */
  async provision(call: ProvisionedCall): Promise<boolean> {
    const read = readCall(call);
    if (!read) return false;
    const isUnknown = !call.member;
    if (await this.identities.isStored(read.token)) return isUnknown;
    const ctx = systemContext(call.catalogue, uuidV7(), new Date());
    for (let attempt = 1; ; attempt++) {
      try {
        return (await this.renewal.execute(ctx, (current) => this.#store(current, read))) || isUnknown;
      } catch (error) {
        if (error instanceof Nobody) return false;
        if (attempt === MAX_ATTEMPTS || !isRaced(error)) throw error;
      }
    }
  }

  /** @returns true where records were changed */
  async #store(ctx: RequestContext, call: ReadCall): Promise<boolean> {
    const access = accessOf(call, ctx.catalogue);
    const { isChanged } = await this.transactions.execute<Partial<WriteOutcome> & { readonly isChanged: boolean }>(
      ctx,
      {
        kind: 'steps',
        dryRun: false,
        perform: async (tx: Transaction) => {
          const isNew = await this.identities.claim(ctx, call.token, tx);
          const written = isNew ? await this.#follow(ctx, call, access, tx) : [];
          return { written, isChanged: written.length > 0 };
        },
      },
    );
    return isChanged;
  }

  async #follow(
    ctx: RequestContext,
    call: ReadCall,
    access: readonly MappedAccess[],
    tx: Transaction,
  ): Promise<readonly Entity[]> {
    const known = await this.identities.identified(ctx, call.member?.userId, call.token, tx);
    if (known?.isActive === false) return [];
    const userId = known?.id ?? (await this.people.admit(ctx, call, access, tx));
    const targets = access.map(({ mapping }) => mapping.target.id);
    const held = await this.identities.held(ctx, userId, targets, tx);
    const followed = await this.#withoutLast(ctx, userId, access, tx);
    const written = await this.records.follow(ctx, userId, { access: followed, held }, tx);
    return known ? written : [ctx.catalogue.entity('User'), ...written];
  }

  /** Leaves the role Administrator to the last one who has it. */
  async #withoutLast(
    ctx: RequestContext,
    userId: string,
    access: readonly MappedAccess[],
    tx: Transaction,
  ): Promise<readonly MappedAccess[]> {
    const { roles } = ctx.catalogue.organisation;
    const taken = access.find(({ mapping: { target }, isGiven }) => {
      const role = target.kind === 'Role' && !isGiven ? roles.get(target.id) : undefined;
      return role !== undefined && isAdministratorRole(role);
    });
    if (!taken || (await this.identities.hasOtherAdministrator(ctx, userId, tx))) return access;
    return access.filter((each) => each !== taken);
  }
}

const isRaced = (error: unknown): boolean =>
  error instanceof DomainError && ['Conflict', 'Validation'].includes(error.code);
