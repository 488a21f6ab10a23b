import {
  DeliveryError,
  isCertificateCode,
  permanentFault,
  temporaryFault,
} from '#platform/outbound/delivery.errors.js';

/** Facts of the mail library about a failed message. */
interface FailedMail {
  readonly code?: string;
  /** Code of Node, where the library has one of its own for it. */
  readonly originalCode?: string;
  readonly responseCode?: number;
  readonly response?: string;
}

/** Enhanced code at the start of a reply's text, such as `5.1.1` (RFC 3463). */
const ENHANCED_CODE = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/;

/** Codes of the library for messages that the mail server cannot take, such as one that exceeds its size limit. */
const UNACCEPTABLE: ReadonlySet<string> = new Set(['EENVELOPE', 'EMESSAGE', 'EAUTH']);

const WITHOUT_TLS = permanentFault('The mail server offers no TLS, without which the login is not sent.');

/** Describes a failed message by the mail server's reply, without its text, which may describe the network. */
export function mailFault(error: unknown, signal: AbortSignal): DeliveryError {
  if (error instanceof DeliveryError) return error;
  const { code = '', originalCode = code, responseCode = 0, response = '' } = error as FailedMail;
  if (responseCode >= 400) return refusal(code, responseCode, response);
  if (signal.aborted) return temporaryFault('The mail server did not accept the message in time.');
  if (isCertificateCode(originalCode)) return permanentFault('The certificate of the mail server is not valid.');
  if (UNACCEPTABLE.has(code)) return permanentFault('The mail server cannot take the message.');
  return temporaryFault('The connection to the mail server failed.');
}

function refusal(code: string, statusCode: number, response: string): DeliveryError {
  if (code === 'ETLS') return WITHOUT_TLS;
  const [, enhanced] = ENHANCED_CODE.exec(response) ?? [];
  const reply = enhanced === undefined ? String(statusCode) : `${statusCode} ${enhanced}`;
  const message = `The mail server refused the message: ${reply}.`;
  return statusCode >= 500 ? permanentFault(message, { statusCode }) : temporaryFault(message, { statusCode });
}
