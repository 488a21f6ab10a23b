/** Claims of a token: the members of its JSON. */
export type Claims = Readonly<Record<string, unknown>>;

const isClaims = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Finds a claim by its name; undefined where the token has none. A name with dots is first looked up as it is, such as
 * `https://acme.example/roles`, then as a path of members, such as `realm_access.roles`, whose names may have dots, too.
 */
export const claimOf = (claims: Claims, name: string): unknown => found(claims, name, new Map());

/** @param missed rests of the name that were not found, by the members that were looked through: none is looked through twice */
function found(claims: Claims, name: string, missed: Map<Claims, Set<string>>): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  const rests = missed.get(claims) ?? new Set();
  if (rests.has(name)) return undefined;
  missed.set(claims, rests.add(name));
  for (let dot = name.indexOf('.'); dot > 0; dot = name.indexOf('.', dot + 1)) {
    const head = name.slice(0, dot);
    const inner = Object.hasOwn(claims, head) ? claims[head] : undefined;
    const value = isClaims(inner) ? found(inner, name.slice(dot + 1), missed) : undefined;
    if (value !== undefined) return value;
  }
  return undefined;
}

/**
 * The texts of a claim: those of a list, or the one that it is. Undefined for an absent claim and for what is neither;
 * elements that are no texts count for nothing.
 */
export function textsOf(claims: Claims, name: string): ReadonlySet<string> | undefined {
  const value = claimOf(claims, name);
  if (typeof value === 'string') return new Set([value]);
  return Array.isArray(value) ? new Set(value.filter((item) => typeof item === 'string')) : undefined;
}

/** Claim that Entra ID leaves out for the groups of people who have too many. */
const GROUPS = 'groups';
/** Claim that lists the claims whose values stand elsewhere (OpenID Connect Core, section 5.6.2). */
const ELSEWHERE = '_claim_names';

/**
 * Tells whether a token does not have all values of a claim because they were too many: it names another place for them
 * (`_claim_names`), or says so in few words (`hasgroups`).
 */
export function isClaimTooLong(claims: Claims, name: string): boolean {
  const names = Object.hasOwn(claims, ELSEWHERE) ? claims[ELSEWHERE] : undefined;
  if (isClaims(names) && Object.keys(names).some((left) => name === left || name.startsWith(`${left}.`))) return true;
  const { hasgroups } = claims;
  return name === GROUPS && !Object.hasOwn(claims, GROUPS) && (hasgroups === true || hasgroups === 'true');
}
