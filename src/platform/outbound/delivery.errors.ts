/** Tells whether a later try of the same call may succeed. */
export type DeliveryKind = 'temporary' | 'permanent';

/** Facts about a failed delivery besides its message. */
export interface DeliveryDetails {
  /** Status of the HTTP answer, or reply code of the mail server. */
  readonly statusCode?: number;
  /** Time that the other side asked to wait before the next try. */
  readonly retryAfterMs?: number;
}

/**
 * A call or message that did not reach another system, or that it refused. The message is for users: it names the host
 * that the caller named, never an address, a secret or the text of the other side.
 */
export class DeliveryError extends Error {
  constructor(
    readonly kind: DeliveryKind,
    message: string,
    readonly details: DeliveryDetails = {},
  ) {
    super(message);
    this.name = 'DeliveryError';
  }
}

export const temporaryFault = (message: string, details?: DeliveryDetails): DeliveryError =>
  new DeliveryError('temporary', message, details);

export const permanentFault = (message: string, details?: DeliveryDetails): DeliveryError =>
  new DeliveryError('permanent', message, details);

/** Returns the code of an error of Node or of the mail library, such as `ECONNRESET`. */
export const codeOf = (error: unknown): string | undefined => {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' ? code : undefined;
};

const CERTIFICATE_CODES = /^(CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERR_TLS_CERT|HOSTNAME_MISMATCH|INVALID_)/;

/** Tells whether a code says that the other side's certificate was refused. */
export const isCertificateCode = (code: string): boolean => CERTIFICATE_CODES.test(code);
