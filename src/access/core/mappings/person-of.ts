import { TEXT_FORMATS } from '#core/fields/text-formats.js';
import type { Claims } from './claim-values.js';

/** A person by the claims of their token, in texts that a user can have. */
export interface TokenPerson {
  readonly displayName: string;
  /** Undefined where the token has none that is an address. */
  readonly email: string | undefined;
  /** The issuer has made sure that the address is the person's. */
  readonly isVerified: boolean;
  /** Names of the user in the order of preference; the last one is free. */
  readonly userNames: readonly string[];
}

const MAX_NAME = 200;
const MAX_EMAIL = 254;
/** Characters that have no form, or turn the direction of others: they make names look like others. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]+/gu;
/** A name of this form could be that of another user's Id. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Reads the person of a token. @param unique text that tells this person apart from all others */
export function personOf(claims: Claims, subject: string, unique: string): TokenPerson {
  const email = emailOf(claims);
  const isVerified = email !== undefined && isTrue(claims.email_verified ?? claims.xms_edov);
  return {
    displayName: cleaned(claims.name) || email || cleaned(subject) || NAMELESS,
    email: isDenied(claims.email_verified) ? undefined : email,
    isVerified,
    userNames: userNamesOf(isVerified ? email : cleaned(subject), unique),
  };
}

const NAMELESS = 'user';

const userNamesOf = (own: string, unique: string): readonly string[] =>
  own === '' || UUID.test(own) ? [`${NAMELESS} ${unique}`] : [own, `${own} ${unique}`];

const isDenied = (value: unknown): boolean => value === false || value === 'false';

/** Some providers write truth as a text or a number. */
const isTrue = (value: unknown): boolean => value === true || value === 'true' || value === 1 || value === '1';

function emailOf({ email }: Claims): string | undefined {
  return typeof email === 'string' &&
    email.length <= MAX_EMAIL &&
    email.isWellFormed() &&
    TEXT_FORMATS.Email.accepts(email)
    ? email
    : undefined;
}

/** A text in the form of a name: shown characters only, in their composed form, and not too many. */
function cleaned(value: unknown): string {
  if (typeof value !== 'string') return '';
  const text = value
    .slice(0, 4 * MAX_NAME)
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(INVISIBLE, ' ');
  // A cut may leave half of a character.
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_NAME).toWellFormed().trim();
}
