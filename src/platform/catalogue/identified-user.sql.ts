import type { Identity } from './identity.js';

/**
 * Statements that find the user of a token in a table "User" `u`. Values: `$1` an id or a name, `$2` whether a name also
 * matches in another letter case, `$3` the issuer and `$4` the subject of the token.
 */

const UUID = `'^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'`;

const HAS_ID = `u."Id" = CASE WHEN $1::text ~ ${UUID} THEN $1::text::uuid END`;

/** The user with an id or a name. Each alternative has an index. */
export const NAMED = `(
    ${HAS_ID}
    OR (
      lower(u."UserName" COLLATE "und-x-icu") = lower($1 COLLATE "und-x-icu")
      AND (u."UserName" = $1 OR ($2 AND u."UserName" IS NFKC NORMALIZED))
    )
  )`;

/** A user with an external identity is found by that alone, so that no other issuer can name them. */
export const IDENTIFIED = `(
    (u."ExternalIssuer" = $3 AND u."ExternalId" = $4)
    OR (u."ExternalId" IS NULL AND ${NAMED})
  )`;

/** Order of the users who match: the id precedes the name. */
export const ID_FIRST = `(${HAS_ID}) IS TRUE DESC`;

/** Order of the users who match: the external identity precedes the others. */
export const IDENTITY_FIRST = `(u."ExternalId" IS NULL), ${ID_FIRST}`;

/**
 * True when a name also matches in another letter case. Characters that look like letters fold to them, such as the
 * Kelvin sign to k, so a name with one of them matches only itself. `UserName` is unique by the wider comparison, so no
 * name matches two users.
 */
export const mayFold = (user: string): boolean => user.normalize('NFKC') === user;

/** Values `$1…$4` of a token. */
export const identifyingValues = ({ user, issuer, subject }: Identity): readonly unknown[] => [
  user,
  mayFold(user),
  issuer ?? null,
  subject ?? null,
];
