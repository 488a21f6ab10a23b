import type { Catalogue } from '../../core/catalogue/catalogue.js';
import type { Principal } from '../../core/context.js';

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
}
