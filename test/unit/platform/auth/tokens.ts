import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { DomainError } from '#core/errors.js';
import type { Config } from '#platform/process/config/config.js';
import type { TokenConfig, TokenKey } from '#platform/process/config/token-config.js';
import { loadConfig } from '#platform/process/config/load-config.js';

export const SECRET = 'a secret that only these tests know, long enough';

export const nowSeconds = (): number => Math.floor(Date.now() / 1000);

/** A key pair whose public half is PEM text as an operator would configure it. */
export function keyPair(kind: 'rsa' | 'ec'): { readonly privateKey: KeyObject; readonly publicPem: string } {
  const pair =
    kind === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  return {
    privateKey: pair.privateKey,
    publicPem: pair.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
}

/** The defaults of the service with these token settings. */
export function configWith(key: TokenKey, tokens: Partial<TokenConfig> = {}): Config {
  const config = loadConfig({});
  return Object.assign({}, config, { tokens: { ...config.tokens, key, ...tokens } });
}

/** The code a call is refused with; `accepted` when it is not. */
export async function outcome(call: () => unknown): Promise<string> {
  try {
    await call();
    return 'accepted';
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}
