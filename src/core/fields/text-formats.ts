import type { TextFormat } from '#core/catalogue/field.js';
import { canonicalTimeZone } from '#core/time/time-zone.js';
import { isLanguageTag } from '#core/values/language-tag.js';

interface FormatRule {
  readonly accepts: (text: string) => boolean;
  /** Accepted texts, as the end of a sentence. */
  readonly noun: string;
  /** Name of the form in JSON Schema. */
  readonly schema: string;
}

// Every expression takes linear time, or is applied to a short text.

/** Visible characters outside ASCII, and the joiners of Persian and Indic scripts. */
const BEYOND_ASCII = String.raw`[\u200C\u200D]|[^\p{ASCII}\p{Z}\p{C}]`;

const LABEL = `(?:[A-Za-z0-9-]|${BEYOND_ASCII})+`;

/** Addresses of RFC 5321 without quotes, in any script as in RFC 6531. */
const EMAIL = new RegExp(
  String.raw`^(?:[A-Za-z0-9.!#$%&'*+/=?^_\x60{|}~-]|${BEYOND_ASCII})+@${LABEL}(?:\.${LABEL})+$`,
  'u',
);

const URL_START = /^https?:\/\/[^/\\?#]/i;

/** Spaces and control characters, which a URL parser removes or encodes, and percent signs without two digits. */
const NO_URL = /[\0-\x20\x7F]|%(?![0-9a-f]{2})/i;

/** Spaces, also those that do not break, dots, slashes, hyphens and dashes. */
const PHONE_SEPARATORS = /[ \u00A0\u2007-\u200A\u202F./\u2010-\u2015\u2212-]/g;

/** Digits, of which some may stand in parentheses, with an optional `+` before them. */
const PHONE_DIGITS = /^(?:\+?[0-9]*|\(\+[0-9]+\)[0-9]*)(?:\([0-9]+\)[0-9]*)*$/;

const PHONE_EXTENSION = /(?:;ext=|,?[ \u00A0\u202F]*(?:x|ext|extn|extension|#)[ \u00A0\u202F.:]*)[0-9]{1,10}$/i;

const MAX_PHONE_LENGTH = 60;

function isPhone(text: string): boolean {
  if (text.length > MAX_PHONE_LENGTH) return false;
  const number = text.replace(PHONE_EXTENSION, '');
  if (!/^[+(0-9].*[)0-9]$/.test(number)) return false;
  const grouped = number.replace(PHONE_SEPARATORS, '');
  const count = grouped.replace(/[^0-9]/g, '').length;
  return PHONE_DIGITS.test(grouped) && count >= 2 && count <= 20;
}

/** The forms of texts. They are checked here alone: stored texts are read by the service when a field gets a form. */
export const TEXT_FORMATS: Readonly<Record<TextFormat, FormatRule>> = {
  Email: {
    accepts: (text) => EMAIL.test(text),
    noun: 'an e-mail address',
    schema: 'email',
  },
  Url: {
    accepts: (text) => URL_START.test(text) && !NO_URL.test(text) && URL.canParse(text),
    noun: 'a URL that starts with http:// or https://, without spaces, with every % followed by two hexadecimal digits',
    schema: 'uri',
  },
  Phone: {
    accepts: isPhone,
    noun:
      'a phone number: 2 to 20 digits, with + before them if they are international, grouped by spaces, dots, dashes, ' +
      'slashes or parentheses; an extension follows as x12, ext. 12, #12 or ;ext=12',
    schema: 'phone',
  },
  Language: {
    accepts: isLanguageTag,
    noun: 'a language tag such as de or pt-BR',
    schema: 'language',
  },
  TimeZone: {
    accepts: (text) => canonicalTimeZone(text) !== undefined,
    noun: 'the name of an IANA time zone such as Europe/Berlin or UTC',
    schema: 'time-zone',
  },
};
