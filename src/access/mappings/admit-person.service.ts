import { Injectable, Logger } from '@nestjs/common';
import type { RequestContext } from '#core/context/context.js';
import type { JsonObject } from '#core/json/json.js';
import type { Transaction } from '#platform/database/transaction.js';
import type { MappedAccess } from '#access/core/mappings/mapped-access.js';
import type { TokenPerson } from '#access/core/mappings/person-of.js';
import { IdentityRepository, type IssuedToken } from './identity.repository.js';
import type { ReadCall } from './read-call.js';
import { WriteIdentities } from './write-identities.service.js';

/** Rolls the transaction back, so that a later look at the same token may find a user. */
export class Nobody extends Error {}

/** Links or creates the user of a person whom the environment does not know. */
@Injectable()
export class AdmitPerson {
  readonly #logger = new Logger(AdmitPerson.name);

  constructor(
    private readonly identities: IdentityRepository,
    private readonly records: WriteIdentities,
  ) {}

  /** @returns the id of the user @throws {Nobody} where there is none */
  async admit(
    ctx: RequestContext,
    { token, person }: ReadCall,
    access: readonly MappedAccess[],
    tx: Transaction,
  ): Promise<string> {
    const userId =
      person &&
      ((await this.#link(ctx, token, person, tx)) ?? (await this.#create(ctx, { token, person, access }, tx)));
    if (userId === undefined) throw new Nobody();
    return userId;
  }

  /** Gives the subject to the one person with the verified address who has none. */
  async #link(
    ctx: RequestContext,
    token: IssuedToken,
    { email, isVerified }: TokenPerson,
    tx: Transaction,
  ): Promise<string | undefined> {
    if (email === undefined) return undefined;
    const found = await this.identities.addressed(ctx, email, tx);
    // Whoever was locked out does not come back as a new user.
    if (found.some(({ isActive }) => !isActive)) throw new Nobody();
    const free = found.filter(({ isFree, kind }) => isFree && kind === 'Person');
    if (!isVerified || free.length === 0) return undefined;
    if (free.length > 1) {
      this.#logger.warn(`${free.length} users have the address of a token: none is linked.`);
      throw new Nobody();
    }
    await this.records.updateUser(ctx, free[0].id, identityIn(token), tx);
    return free[0].id;
  }

  async #create(
    ctx: RequestContext,
    { token, person, access }: { token: IssuedToken; person: TokenPerson; access: readonly MappedAccess[] },
    tx: Transaction,
  ): Promise<string | undefined> {
    const given = access.find(({ isGiven }) => isGiven);
    if (!given || ctx.catalogue.environment.settings.provision !== 'create') return undefined;
    const { displayName, email, userNames } = person;
    const userName = await this.identities.freeName(ctx, userNames, tx);
    if (userName === undefined) return undefined;
    const values = { UserName: userName, DisplayName: displayName, Email: email ?? null, ...identityIn(token) };
    return this.records.createUser({ ...ctx, mappingId: given.mapping.id }, values, tx);
  }
}

const identityIn = ({ issuer, subject }: IssuedToken): JsonObject => ({ ExternalIssuer: issuer, ExternalId: subject });
