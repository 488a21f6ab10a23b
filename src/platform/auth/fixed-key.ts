import { createPublicKey, createSecretKey, type KeyObject } from 'node:crypto';
import { StartRefused } from '#platform/process/config/start-refused.js';
import { algorithmsOf, type VerificationKey, type VerificationKeys } from './verification-key.js';

/** Single key from the configuration, used whatever `kid` a token names. */
export class FixedKey implements VerificationKeys {
  readonly recheckMs = Infinity;
  readonly #key: VerificationKey;

  private constructor(key: KeyObject) {
    this.#key = { key, algorithms: algorithmsOf(key) };
  }

  /** Creates a key for HS256 with a shared secret. */
  static fromSecret(secret: string): FixedKey {
    return new FixedKey(createSecretKey(secret, 'utf8'));
  }

  /** Reads a public key. @throws {Error} unless it is RSA of at least 2048 bits, P-256, P-384 or P-521 */
  static fromPem(pem: string): FixedKey {
    const fixed = new FixedKey(publicKeyOf(pem));
    if (fixed.#key.algorithms.length > 0) return fixed;
    throw new StartRefused('JWT_PUBLIC_KEY must be an RSA key of at least 2048 bits or a P-256, P-384 or P-521 key');
  }

  find(): VerificationKey {
    return this.#key;
  }
}

function publicKeyOf(pem: string): KeyObject {
  try {
    return createPublicKey(pem);
  } catch {
    throw new StartRefused('JWT_PUBLIC_KEY is not a public key in PEM format');
  }
}
