import type { Catalogue } from '../../core/catalogue/catalogue.js';
import type { Principal } from '../../core/context.js';

/** User names that a token could be made for. */
export interface KnownUsers {
  readonly isKnown: boolean;
  /** Some of them, in their order. */
  readonly names: readonly string[];
}

/** Finds environments, their catalogue and their members; both calls answer synchronously (no promise) when cached. */
export abstract class Directory {
  /** undefined when there is no such environment or the three do not belong together. Names match case-insensitively. */
  abstract find(
    tenant: string,
    app: string,
    environment: string,
  ): Catalogue | undefined | Promise<Catalogue | undefined>;

  /** The member with this id or user name; `inactive` when his record says so; undefined when there is none. */
  abstract member(
    catalogue: Catalogue,
    user: string,
  ): Principal | 'inactive' | undefined | Promise<Principal | 'inactive' | undefined>;

  /** Whether any environment has a user with this id or user name, and whom there are instead. */
  abstract users(user: string): Promise<KnownUsers>;
}
