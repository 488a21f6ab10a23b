/** The person that a verified token names. */
export interface Identity {
  /** Value of the claim JWT_USER_CLAIM, or of that of the issuer: the id or name of a user. */
  readonly user: string;
  /** Claim `iss`; absent where the token has none. */
  readonly issuer: string | undefined;
  /** Claim `sub`; absent where the token has none that can be stored. */
  readonly subject: string | undefined;
  /** Claim `iat`, in seconds since 1970; absent where the token has none. */
  readonly issuedAt: number | undefined;
  /** Tenants that the issuer signs people in to, as ids or names in lower case; absent: all. */
  readonly tenants: ReadonlySet<string> | undefined;
  /** The same for tokens of the same person, and different for any two persons. */
  readonly key: string;
}

/** Tells whether the issuer of a token signs people in to a tenant. */
export const mayEnter = (
  { tenants }: Identity,
  tenant: { readonly tenantId: string; readonly tenantName: string },
): boolean =>
  tenants === undefined || tenants.has(tenant.tenantId.toLowerCase()) || tenants.has(tenant.tenantName.toLowerCase());
