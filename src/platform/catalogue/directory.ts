import { endOfKey } from '#core/catalogue/api-key.js';
import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { Principal } from '#core/context/context.js';
import type { Identity } from './identity.js';

/** User names that a development token can be issued for. */
export interface KnownUsers {
  readonly isKnown: boolean;
  /** Some of the active users' names, sorted. */
  readonly names: readonly string[];
}

/** A user, and the key by which they signed in. */
export interface CallerIds {
  readonly userId: string;
  /** Absent for a token. */
  readonly keyId?: string | undefined;
}

export const callerIds = ({ userId, key }: Principal): CallerIds => ({ userId, keyId: key?.id });

/**
 * Finds environments with their catalogue and members. `find` and `member` return no promise when the answer is cached.
 */
export abstract class Directory {
  /**
   * Finds a catalogue by ids or names, in any letter case. Undefined when there is none or the three do not belong
   * together.
   * @throws {DomainError} OtherCell for an environment of another cell
   */
  abstract find(
    tenant: string,
    app: string,
    environment: string,
  ): Catalogue | undefined | Promise<Catalogue | undefined>;

  /** Finds the member with this id or user name; `inactive` when the user is disabled; undefined when there is none. */
  abstract member(
    catalogue: Catalogue,
    user: string,
  ): Principal | 'inactive' | undefined | Promise<Principal | 'inactive' | undefined>;

  /**
   * Finds the member that a token names: the one with its issuer and subject, else the one with this id or user name who has
   * no external identity. Answers as `member`.
   */
  abstract identified(
    catalogue: Catalogue,
    identity: Identity,
  ): Principal | 'inactive' | undefined | Promise<Principal | 'inactive' | undefined>;

  /** Finds the user of a key, as the key lets them act; otherwise as `member`. Whether the key has ended is not checked. */
  abstract keyed(
    catalogue: Catalogue,
    keyId: string,
  ): Principal | 'inactive' | undefined | Promise<Principal | 'inactive' | undefined>;

  /**
   * Finds a caller again, with the rights of now and within the limits of the key they signed in by; `inactive` also when
   * the key has ended since.
   */
  async caller(catalogue: Catalogue, { userId, keyId }: CallerIds): Promise<Principal | 'inactive' | undefined> {
    if (keyId === undefined) return this.member(catalogue, userId);
    const principal = await this.keyed(catalogue, keyId);
    if (!principal || principal === 'inactive') return principal;
    const isEnded = !principal.key || endOfKey(principal.key) <= Date.now();
    return isEnded || principal.userId !== userId ? 'inactive' : principal;
  }

  /** Tells whether any environment has a user with this id or user name, and names some that exist. */
  abstract users(user: string): Promise<KnownUsers>;
}
