import { permanentFault } from '#platform/outbound/delivery.errors.js';
import { isMailAddress } from '#platform/process/config/mailbox.js';

/** Message of plain text to one recipient. */
export interface MailMessage {
  /** One plain address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** First part of the Message-ID, the same on every try. */
  readonly messageId: string;
}

const MESSAGE_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;
const [MAX_SUBJECT_CHARACTERS, MAX_TEXT_BYTES] = [500, 1024 * 1024];
const CONTROL = /\p{Cc}/u;

/** Checks a message, so that no part of it can become a header or another recipient. @throws {DeliveryError} permanent */
export function checkMessage({ to, subject, text, messageId }: MailMessage): void {
  if (!isMailAddress(to)) throw permanentFault('The recipient must be one address such as name@example.com.');
  if (CONTROL.test(subject)) throw permanentFault('The subject must not hold line breaks or control characters.');
  if (subject.length > MAX_SUBJECT_CHARACTERS)
    throw permanentFault(`The subject has at most ${MAX_SUBJECT_CHARACTERS} characters.`);
  if (Buffer.byteLength(text) > MAX_TEXT_BYTES) throw permanentFault(`The text has at most ${MAX_TEXT_BYTES} bytes.`);
  if (!MESSAGE_ID.test(messageId))
    throw permanentFault('The message id must have 1 to 128 letters, digits, dots, hyphens and underscores.');
}

/** Start of an encoded word (RFC 2047), which mail programs decode. */
const ENCODED_WORD = '=?';
/** Bytes of an encoded word, so that it fits into a line with the name of the header. */
const WORD_BYTES = 39;

/**
 * Encodes a subject that holds what looks like an encoded word, so that mail programs show it as it is. Others are left
 * to the library.
 */
export function encodedSubject(subject: string): string {
  if (!subject.includes(ENCODED_WORD)) return subject;
  const words: string[] = [];
  let word = '';
  for (const character of subject.toWellFormed()) {
    if (Buffer.byteLength(word + character) > WORD_BYTES) {
      words.push(word);
      word = '';
    }
    word += character;
  }
  return [...words, word].map((each) => `=?UTF-8?B?${Buffer.from(each).toString('base64')}?=`).join(' ');
}
