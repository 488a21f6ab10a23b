import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';

/** Bytes of a key: those behind `whsec_` in base64, else the text itself. */
const keyBytes = (key: string): Buffer =>
  key.startsWith(PREFIX) ? Buffer.from(key.slice(PREFIX.length), 'base64') : Buffer.from(key);

/**
 * Headers by Standard Webhooks: one signature for each key, so that a receiver may know either of them.
 * @param keys none: the call is not signed
 */
export function webhookHeaders(
  keys: readonly string[],
  id: string,
  body: Buffer = Buffer.alloc(0),
): Record<string, string> {
  const seconds = Math.floor(Date.now() / 1000);
  const signatures = keys.map(
    (key) => `v1,${createHmac('sha256', keyBytes(key)).update(`${id}.${seconds}.`).update(body).digest('base64')}`,
  );
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    ...(signatures.length > 0 && { 'webhook-signature': signatures.join(' ') }),
  };
}
