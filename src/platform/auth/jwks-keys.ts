import { Logger } from '@nestjs/common';
import { createPublicKey, type JsonWebKey } from 'node:crypto';
import { keysUnavailable } from '#platform/http/token.errors.js';
import { algorithmsOf, type VerificationKey, type VerificationKeys } from './verification-key.js';

const FRESH_MS = 10 * 60_000;
/** Age of the last answer from which no key of it is used, because it may have been withdrawn since. */
const MAX_AGE_MS = 60 * 60_000;
const REQUEST_TIMEOUT_MS = 5_000;

/** Published key. `createPublicKey` reads all members except `kid` (RFC 7517, section 4). */
interface PublishedKey extends JsonWebKey {
  readonly kid?: string;
}

/** Downloads the key set. @throws when the endpoint does not answer in time or answers no key set */
async function download(url: string): Promise<readonly PublishedKey[]> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
  if (!response.ok) throw new Error(`it answered ${response.status}`);
  const { keys } = (await response.json()) as { readonly keys: readonly PublishedKey[] };
  return keys;
}

/**
 * Converts a published key. Empty for keys of other uses or types and for broken ones, which providers may publish too.
 */
function verificationKey(published: PublishedKey): VerificationKey[] {
  const { kid, use = 'sig', alg } = published;
  if (use !== 'sig') return [];
  try {
    const key = createPublicKey({ key: published, format: 'jwk' });
    const algorithms = algorithmsOf(key).filter((algorithm) => alg === undefined || alg === algorithm);
    return algorithms.length > 0 ? [{ kid, key, algorithms }] : [];
  } catch {
    return [];
  }
}

/** Names the fault of a fetch; `fetch` itself tells no more than that it failed. */
const reasonOf = (error: unknown): string => {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message : message;
};

/**
 * Keys that an identity provider publishes. The set is fetched again after 10 minutes or when a token names an unknown
 * key. A cool-down between fetches prevents floods of requests by forged key ids or an outage. A cache and a request
 * budget per key id, as in jwks-rsa, would let forged ids consume the budget that a real rotation needs (decision
 * 0003). While the endpoint is away, the keys that were fetched last hold for an hour (decision 0345).
 */
export class JwksKeys implements VerificationKeys {
  readonly #logger = new Logger(JwksKeys.name);
  #keys: readonly VerificationKey[] = [];
  #fetchedAt = -Infinity;
  #triedAt = -Infinity;
  #failing = false;
  #refreshing: Promise<void> | undefined;

  /**
   * @param cooldownMs least time between two requests to the endpoint
   * @param name of the setting that has the URL
   */
  constructor(
    private readonly url: string,
    private readonly cooldownMs = 10_000,
    private readonly name = 'JWT_JWKS_URL',
  ) {}

  get recheckMs(): number {
    return Math.max(0, Math.min(FRESH_MS, (this.#failing ? MAX_AGE_MS : FRESH_MS) - this.#ageMs()));
  }

  /**
   * Finds a key. While the endpoint is unreachable known keys stay valid up to their greatest age, and an unknown one is
   * no proof of a bad token. An endpoint that failed before is asked without making the caller wait for it.
   */
  async find(kid: string | undefined): Promise<VerificationKey | undefined> {
    const isKnown = this.#known(kid) !== undefined;
    if (!isKnown || this.#ageMs() > FRESH_MS) {
      const refreshed = this.#refresh();
      if (!isKnown || !this.#failing) await refreshed;
    }
    const key = this.#known(kid);
    if (!key && this.#failing) throw keysUnavailable();
    return key;
  }

  #ageMs(): number {
    return performance.now() - this.#fetchedAt;
  }

  #known(kid: string | undefined): VerificationKey | undefined {
    if (this.#ageMs() > MAX_AGE_MS) return undefined;
    if (kid === undefined) return this.#keys.length === 1 ? this.#keys[0] : undefined;
    return this.#keys.find((key) => key.kid === kid);
  }

  #refresh(): Promise<void> | undefined {
    if (!this.#refreshing && performance.now() - this.#triedAt >= this.cooldownMs) {
      this.#triedAt = performance.now();
      this.#refreshing = this.#fetch().finally(() => (this.#refreshing = undefined));
    }
    return this.#refreshing;
  }

  async #fetch(): Promise<void> {
    try {
      const keys = (await download(this.url)).flatMap(verificationKey);
      this.#keys = keys;
      this.#fetchedAt = performance.now();
      if (keys.length === 0) throw new Error('it publishes no key that verifies tokens');
      if (this.#failing) this.#logger.log(`The keys of ${this.name} were fetched again.`);
      this.#failing = false;
    } catch (error) {
      if (!this.#failing) this.#logger.warn(`The keys of ${this.name} cannot be fetched: ${reasonOf(error)}`);
      this.#failing = true;
    }
  }
}
