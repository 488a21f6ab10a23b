import type { KeyObject } from 'node:crypto';
import type { Algorithm } from 'jsonwebtoken';

/** Key with the algorithms that it verifies. A token cannot choose another one, which prevents algorithm confusion. */
export interface VerificationKey {
  readonly kid?: string;
  readonly key: KeyObject;
  readonly algorithms: readonly Algorithm[];
}

/** Source of the keys that verify tokens. */
export interface VerificationKeys {
  /** Milliseconds after which a cached token is verified again, because its key may have been withdrawn. */
  readonly recheckMs: number;
  /**
   * Finds the key that a token names, or the only key when it names none.
   *
   * @throws {DomainError} Unavailable when the keys are unreachable
   */
  find(kid: string | undefined): VerificationKey | undefined | Promise<VerificationKey | undefined>;
}

const MIN_RSA_BITS = 2048;
const PSS: readonly Algorithm[] = ['PS256', 'PS384', 'PS512'];
const RSA: readonly Algorithm[] = ['RS256', 'RS384', 'RS512', ...PSS];
const BY_RSA_KEY: Readonly<Record<string, readonly Algorithm[]>> = { rsa: RSA, 'rsa-pss': PSS };
const CURVES: Readonly<Record<string, readonly Algorithm[]>> = {
  prime256v1: ['ES256'],
  secp384r1: ['ES384'],
  secp521r1: ['ES512'],
};

/** Algorithms that a key can verify, by its type. Empty for unsupported types and for RSA keys below 2048 bits. */
export function algorithmsOf(key: KeyObject): readonly Algorithm[] {
  if (key.type === 'secret') return ['HS256'];
  return key.type === 'public' ? algorithmsOfPublic(key) : [];
}

function algorithmsOfPublic({ asymmetricKeyType = 'rsa', asymmetricKeyDetails }: KeyObject): readonly Algorithm[] {
  if (asymmetricKeyType === 'ec') return CURVES[asymmetricKeyDetails?.namedCurve ?? ''] ?? [];
  const isLong = (asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_RSA_BITS;
  return isLong ? (BY_RSA_KEY[asymmetricKeyType] ?? []) : [];
}
