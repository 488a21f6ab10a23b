/** Operations that a key may be limited to. `Execute` stands for workflows and routines. */
export const KEY_OPERATIONS = ['Read', 'Create', 'Update', 'Delete', 'Execute'] as const;

/** A key by which a user signs in. An absent set limits nothing, an empty one leaves nothing. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly expiresMs: number;
  /** Milliseconds since 1970; Infinity for a key that is not revoked. */
  readonly revokedMs: number;
  readonly roleIds?: ReadonlySet<string>;
  /** Names in lower case. */
  readonly entities?: ReadonlySet<string>;
  readonly operations?: ReadonlySet<string>;
  /** Addresses and networks (CIDR) from which the key may be used; absent: all. */
  readonly allowedIps?: readonly string[];
  readonly allowsAdministration: boolean;
}

/** A key of which only the Id is known: it has ended, and what its runs do is named by it nevertheless. */
export const endedKey = (id: string): ApiKey => ({
  id,
  name: '',
  expiresMs: 0,
  revokedMs: 0,
  allowsAdministration: false,
});

/** Tells whether a key leaves its user all rights but those of administration. */
export const isUnlimited = ({ roleIds, entities, operations }: ApiKey): boolean =>
  roleIds === undefined && entities === undefined && operations === undefined;

/** Time at which a key ends, in milliseconds since 1970. */
export const endOfKey = ({ expiresMs, revokedMs }: ApiKey): number => Math.min(expiresMs, revokedMs);

/** Secret of a key: 8 digits of its Id, which identify it in a list, and 256 random bits. */
export const KEY_SECRET = /^dws_[0-9a-f]{8}_[A-Za-z0-9_-]{43}$/;
export const KEY_SECRET_START = 'dws_';
