import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { Principal } from '#core/context/context.js';

/** User names that a development token can be issued for. */
export interface KnownUsers {
  readonly isKnown: boolean;
  /** Some of the active users' names, sorted. */
  readonly names: readonly string[];
}

/**
 * Finds environments with their catalogue and members. `find` and `member` return no promise when the answer is cached.
 */
export abstract class Directory {
  /**
   * Finds a catalogue by ids or names, in any letter case. Undefined when there is none or the three do not belong
   * together.
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

  /** Tells whether any environment has a user with this id or user name, and names some that exist. */
  abstract users(user: string): Promise<KnownUsers>;
}
