import { Injectable } from '@nestjs/common';
import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { Principal } from '#core/context/context.js';
import { Directory } from '#platform/catalogue/directory.js';
import { type Admitted, admitted } from '#platform/catalogue/admitted.js';
import { chain, type Eventually } from './eventually.js';
import { verifiedClaims, type VerifiedToken } from './token-verifier.js';

type Member = Principal | 'inactive' | undefined;

/** A call whose token may change who its caller is, and what they may do. */
export interface ProvisionedCall {
  readonly catalogue: Catalogue;
  readonly identity: VerifiedToken;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly member: Principal | undefined;
}

/**
 * Brings a user to what a token says, once for each newer token.
 * @returns true if records were changed
 */
export type Provision = (call: ProvisionedCall) => Promise<boolean>;

/**
 * Admits the person of a token in environments that provision people by tokens. What a token says is stored once; this
 * process remembers which tokens it need not look at again.
 */
@Injectable()
export class Provisioning {
  /** Tokens that are stored, by the mappings by which they were read. */
  readonly #stored = new WeakMap<object, WeakSet<VerifiedToken>>();
  readonly #underWay = new WeakMap<VerifiedToken, Map<string, Promise<boolean>>>();
  #provision: Provision | undefined;

  constructor(private readonly directory: Directory) {}

  register(provision: Provision): void {
    this.#provision = provision;
  }

  /** @throws {DomainError} NotMember, TokenInvalid, ClaimsIncomplete */
  admit(token: string, identity: VerifiedToken, catalogue: Catalogue): Eventually<Admitted> {
    return chain(this.directory.identified(catalogue, identity), (member) => {
      const isStored = this.#stored.get(catalogue.identityMappings)?.has(identity) === true;
      if (isStored || member === 'inactive') return admitted(catalogue, member, identity.user);
      return this.#provisioned(token, identity, catalogue, member);
    });
  }

  async #provisioned(
    token: string,
    identity: VerifiedToken,
    catalogue: Catalogue,
    member: Principal | undefined,
  ): Promise<Admitted> {
    const { id, tenantId, appId } = catalogue.environment;
    const isChanged = await this.#once(identity, id, () =>
      this.#provision!({ catalogue, identity, claims: verifiedClaims(token), member }),
    );
    const current = (isChanged && (await this.directory.find(tenantId, appId, id))) || catalogue;
    const now: Member = isChanged ? await this.directory.identified(current, identity) : member;
    if (now) this.#note(catalogue, identity);
    return admitted(current, now, identity.user);
  }

  #note({ identityMappings }: Catalogue, identity: VerifiedToken): void {
    const stored = this.#stored.get(identityMappings) ?? new WeakSet();
    this.#stored.set(identityMappings, stored.add(identity));
  }

  /** Calls of one token at the same time share the work. */
  #once(identity: VerifiedToken, environmentId: string, provision: () => Promise<boolean>): Promise<boolean> {
    const underWay = this.#underWay.get(identity) ?? new Map<string, Promise<boolean>>();
    this.#underWay.set(identity, underWay);
    const known = underWay.get(environmentId);
    if (known) return known;
    const started = provision().finally(() => underWay.delete(environmentId));
    underWay.set(environmentId, started);
    return started;
  }
}
